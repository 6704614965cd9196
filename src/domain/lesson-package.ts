import type { Course, Lesson, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { orderEntry } from "./menu-position.ts";
import { translated } from "./translated.ts";

/** The package of lessons that name none. */
export const DEFAULT_PACKAGE = 1;

/** The package of a lesson in a course, or else that of its main lesson. */
export const packageOf = (product: Product, course: Course, lesson: Lesson): Id =>
  orderEntry(product, course, lesson)?.package_id ?? DEFAULT_PACKAGE;

/** What the school sends about the package of a lesson, such as its pattern sheet. */
export const sentPackage = (product: Product, course: Course, lesson: Lesson) =>
  product.lpackages[packageOf(product, course, lesson)];

/**
 * The asset name of the printable pattern sheet of a lesson, in the language if there is one; empty if there
 * is none at all.
 */
export const patternSheet = (
  product: Product,
  course: Course,
  lesson: Lesson,
  language: string,
): string => {
  const found = sentPackage(product, course, lesson);
  return found ? translated(found, "pdf", language) : "";
};
