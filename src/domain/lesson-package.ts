import type { Course, Lesson, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { type MenuPosition, type MenuSections, orderEntry, positionOf } from "./menu-position.ts";
import { type Reads, translated } from "./translated.ts";

/** The package of lessons that name none. */
const DEFAULT_PACKAGE = 1;

/** The package of a lesson in a course, or else that of its main lesson. */
export const packageOf = (product: Product, course: Course, lesson: Lesson): Id =>
  orderEntry(product, course, lesson)?.package_id ?? DEFAULT_PACKAGE;

/** What the school sends about the package of a lesson, such as its pattern sheet. */
export const sentPackage = (product: Product, course: Course, lesson: Lesson) =>
  product.lpackages[packageOf(product, course, lesson)];

/**
 * The asset name of the printable pattern sheet of a lesson, in a language that is read if there is one; empty if there
 * is none at all.
 */
export const patternSheet = (
  product: Product,
  course: Course,
  lesson: Lesson,
  reads: Reads,
): string => {
  const sent = sentPackage(product, course, lesson);
  return sent ? translated(sent, "pdf", reads) : "";
};

/** A lesson in a course. The server and the client have other types of ids and titles. */
interface LessonInCourse<Key extends Id, Title> {
  readonly lesson: { readonly dbid: Key; readonly key: string; readonly title: Title };
  /** Its main lesson, if it is a sub-lesson. */
  readonly main: { readonly key: string } | null | undefined;
  /** Its entry in the order of study, or that of its main lesson. */
  readonly place: { readonly package_id: Key } | null;
  /** The first-level entries that the course shows. */
  readonly menus: readonly MenuSections[];
  readonly completed: ReadonlySet<Id>;
}

/**
 * Creates the reference to a lesson that the progress calls send. A sub-lesson that is in no menu
 * has the menu position of its main lesson.
 */
export const lessonReference = <Key extends Id, Title>({
  lesson,
  main,
  place,
  menus,
  completed,
}: LessonInCourse<Key, Title>): {
  id: Key;
  key: string;
  title: Title;
  package_id: Key | typeof DEFAULT_PACKAGE;
  menu: MenuPosition | null;
  completed: boolean;
} => ({
  id: lesson.dbid,
  key: lesson.key,
  title: lesson.title,
  package_id: place?.package_id ?? DEFAULT_PACKAGE,
  menu: positionOf(menus, lesson.key) ?? (main ? positionOf(menus, main.key) : null),
  completed: completed.has(lesson.dbid),
});
