import type { Course, Lesson, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { placeOf } from "./menu-position.ts";

/** Specification, section 9. */
export const DEFAULT_PACKAGE = 1;

/** The package in which a course has a lesson: its own, or its main lesson's. */
export const packageOf = (product: Product, course: Course, lesson: Lesson): Id =>
  placeOf(product, course, lesson)?.package_id ?? DEFAULT_PACKAGE;

/** The name of the sheet, among the assets, that is printed for a lesson; empty for none. */
export const patternSheet = (product: Product, course: Course, lesson: Lesson): string =>
  product.lpackages[packageOf(product, course, lesson)]?.pdf ?? "";
