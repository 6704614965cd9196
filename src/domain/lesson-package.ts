import type { Course, Lesson, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { orderEntry } from "./menu-position.ts";

/** The package of lessons that name none. */
export const DEFAULT_PACKAGE = 1;

/** The package of a lesson in a course, or else that of its main lesson. */
export const packageOf = (product: Product, course: Course, lesson: Lesson): Id =>
  orderEntry(product, course, lesson)?.package_id ?? DEFAULT_PACKAGE;

/** The asset name of the printable pattern sheet of a lesson; empty if there is none. */
export const patternSheet = (product: Product, course: Course, lesson: Lesson): string =>
  product.lpackages[packageOf(product, course, lesson)]?.pdf ?? "";
