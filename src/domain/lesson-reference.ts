import type { Id } from "../contract/wire.ts";
import { DEFAULT_PACKAGE } from "./lesson-package.ts";
import { type MenuPosition, type MenuSections, positionOf } from "./menu-position.ts";

/** A lesson in a course, for a school or for a client that reads one. */
export interface LessonInCourse<Key extends Id, Title> {
  readonly lesson: { readonly dbid: Key; readonly key: string; readonly title: Title };
  /** The main lesson that it is a part of. */
  readonly main: { readonly key: string } | null | undefined;
  /** Its entry in the course's order, or its main lesson's. */
  readonly place: { readonly package_id: Key } | null;
  /** The first-level entries that the course shows. */
  readonly menus: readonly MenuSections[];
  readonly completed: ReadonlySet<Id>;
}

/**
 * A lesson as the progress calls name it. One that stands in no menu of the course has the position
 * of the main lesson that it is a part of.
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
