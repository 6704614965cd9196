import type { Course, Lesson, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { isMainLesson } from "./lesson-access.ts";

/** The position of a section in the menus that a course shows. Both numbers count from 1. */
export interface MenuPosition {
  menu1: number;
  menu2: number;
}

/** Whether two keys are equal. Keys match in any case. */
export const sameKey = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Finds a course of a product by its key, in any case. */
export const courseOf = (product: Product, key: string): Course | null =>
  Object.entries(product.courses).find(([own]) => sameKey(own, key))?.[1] ?? null;

/**
 * The first-level entries that a course shows, in its order; all if it lists none.
 * @param menus all entries of the product
 * @param visibles the keys that the course lists
 */
export const visibleMenus = <Menu extends { readonly key: string }>(
  menus: readonly Menu[],
  visibles: readonly string[],
): readonly Menu[] => {
  if (visibles.length === 0) return menus;
  return visibles.flatMap((key) => menus.filter((menu) => menu.key === key));
};

/** The sections of a first-level entry, with the keys of their lessons. */
export interface MenuSections {
  readonly menu2: readonly { readonly lessons: readonly string[] }[];
}

/** Finds a lesson of a product by its key, in any case, or by its id as text. */
export const lessonOf = (product: Product, name: string): Lesson | null => {
  // Own properties only: the name comes from the address bar, and may be "constructor".
  if (Object.hasOwn(product.lessons, name)) return product.lessons[name] ?? null;
  const found = Object.values(product.lessons).find(
    (lesson) => sameKey(lesson.key, name) || String(lesson.dbid) === name,
  );
  return found ?? null;
};

/** The menu position of a lesson; null if no section lists it. */
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

/** Finds the main lesson of a sub-lesson; null if the product does not tell. */
export const mainLessonOf = (product: Product, id: Id): Lesson | null =>
  Object.values(product.lessons).find(
    (lesson) => isMainLesson(lesson.key) && subLessonsOf(lesson).includes(id),
  ) ?? null;

/** The ids of a main lesson's sub-lessons, from its list or else from its pages. */
export const subLessonsOf = (lesson: Lesson): readonly Id[] => {
  if (lesson.subLessons.length > 0) return lesson.subLessons;
  const [text] = Object.values(lesson.html?.languages ?? {});
  const pages = text?.pages ?? [];
  return pages.flatMap((page) => page.subLessons.map((sub) => sub.subLessonId));
};

/** Finds the entry of a lesson in a course's order of study, or else that of its main lesson. */
export const orderEntry = (product: Product, { lessonsOrder }: Course, { dbid }: Lesson) => {
  const entryOf = (wanted: Id | undefined) => lessonsOrder.find(({ id }) => id === wanted);
  return entryOf(dbid) ?? entryOf(mainLessonOf(product, dbid)?.dbid) ?? null;
};

/** The id of `orderEntry`; null if neither the lesson nor its main lesson is in the order. */
export const orderEntryId = (product: Product, course: Course, lesson: Lesson): Id | null =>
  orderEntry(product, course, lesson)?.id ?? null;

/**
 * The courses that a lesson belongs to: those that contain it, or all if none does.
 * @param matches whether a course contains the lesson
 */
export const matchingOrAll = <Named>(
  courses: readonly Named[],
  matches: (course: Named) => boolean,
): readonly Named[] => {
  const matching = courses.filter(matches);
  return matching.length > 0 ? matching : courses;
};
