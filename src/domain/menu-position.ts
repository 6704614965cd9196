import type { Course, Lesson, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { isMainLesson } from "./lesson-access.ts";

/** Positions in the two menus, from 1, within what the course shows. */
export interface MenuPosition {
  menu1: number;
  menu2: number;
}

/** Keys in addresses and servers match in any case. */
export const sameKey = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The course of that key, in any case. */
export const courseOf = (product: Product, key: string): Course | null =>
  Object.entries(product.courses).find(([own]) => sameKey(own, key))?.[1] ?? null;

/**
 * The first-level entries that a course shows, in its order; all when it names none.
 * @param menus all of the product's
 * @param visibles the keys that the course names
 */
export const visibleMenus = <Menu extends { readonly key: string }>(
  menus: readonly Menu[],
  visibles: readonly string[],
): readonly Menu[] => {
  if (visibles.length === 0) return menus;
  return visibles.flatMap((key) => menus.filter((menu) => menu.key === key));
};

/** A first-level entry as far as positions go. */
export interface MenuSections {
  readonly menu2: readonly { readonly lessons: readonly string[] }[];
}

/** A lesson by its key, in any case, or by its id as text. */
export const lessonOf = (product: Product, name: string): Lesson | null => {
  // Only its own: a name comes from the address bar, and may be "constructor".
  if (Object.hasOwn(product.lessons, name)) return product.lessons[name] ?? null;
  const found = Object.values(product.lessons).find(
    (lesson) => sameKey(lesson.key, name) || String(lesson.dbid) === name,
  );
  return found ?? null;
};

/** Where a lesson stands in the menus; null when no visible section lists it. */
export const positionOf = (
  menus: readonly MenuSections[],
  lessonKey: string,
): MenuPosition | null => {
  for (const [index1, menu1] of menus.entries()) {
    const index2 = menu1.menu2.findIndex((menu2) => menu2.lessons.includes(lessonKey));
    if (index2 >= 0) return { menu1: index1 + 1, menu2: index2 + 1 };
  }
  return null;
};

/** The main lesson that has this one among its sub-lessons, where the product says so. */
export const mainLessonOf = (product: Product, id: Id): Lesson | null =>
  Object.values(product.lessons).find(
    (lesson) => isMainLesson(lesson.key) && subLessonsOf(lesson).includes(id),
  ) ?? null;

/** Ids of a main lesson's sub-lessons, from the list or from its pages. */
export const subLessonsOf = (lesson: Lesson): readonly Id[] => {
  if (lesson.subLessons.length > 0) return lesson.subLessons;
  const pages = lesson.html?.languages.en?.pages ?? [];
  return pages.flatMap((page) => page.subLessons.map((sub) => sub.subLessonId));
};

/**
 * Where a lesson stands in a course's order: at its own entry, or at its main lesson's.
 * @param mainId finds the id of the main lesson, if there is one
 */
export const entryInOrder = <Entry extends { readonly id: Id }>(
  order: readonly Entry[],
  id: Id,
  mainId: () => Id | null | undefined,
): Entry | null => {
  const entryOf = (wanted: Id | null | undefined) => order.find((entry) => entry.id === wanted);
  return entryOf(id) ?? entryOf(mainId()) ?? null;
};

/** The same for a lesson of a product as a client reads it. */
export const placeOf = (product: Product, { lessonsOrder }: Course, { dbid }: Lesson) =>
  entryInOrder(lessonsOrder, dbid, () => mainLessonOf(product, dbid)?.dbid);

/** The id under which a lesson stands in a course's order: its own, or its main lesson's. */
export const placedLesson = (product: Product, course: Course, lesson: Lesson): Id | null =>
  placeOf(product, course, lesson)?.id ?? null;

/** The courses that a lesson belongs to: those that name it, or all of its product where none does. */
export const namingOrAll = <Named>(
  courses: readonly Named[],
  names: (course: Named) => boolean,
): readonly Named[] => {
  const naming = courses.filter(names);
  return naming.length > 0 ? naming : courses;
};
