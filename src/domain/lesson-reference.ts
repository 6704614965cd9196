import type { Id } from "../contract/wire.ts";
import { DEFAULT_PACKAGE } from "./lesson-package.ts";
import { type MenuPosition, type MenuSections, positionOf } from "./menu-position.ts";

/** A lesson in a course. The server and the client have other types of ids and titles. */
export interface LessonInCourse<Key extends Id, Title> {
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
