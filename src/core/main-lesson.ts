import type { Course, Lesson, Menu1, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { isMainLesson } from "../domain/lesson-access.ts";
import { lessonOf, mainLessonOf, positionOf } from "../domain/menu-position.ts";
import type { Result } from "../lib/result.ts";

/** Main lessons that are read at the same time. */
const AT_ONCE = 4;

interface ShownCourse {
  readonly product: Product;
  readonly course: Course;
  readonly menus: readonly Menu1[];
}

/** Ids of the lessons that a whole main lesson names on its pages, in any language. */
const partsOf = (lesson: Lesson): readonly Id[] => {
  const texts = Object.values(lesson.html?.languages ?? {});
  const parts = texts.flatMap(({ pages }) => pages.flatMap((page) => page.subLessons));
  return [...new Set(parts.map((part) => part.subLessonId))];
};

/**
 * The product with what a whole main lesson says of its parts, where the product itself is silent.
 * @returns the same product when there is nothing new in it
 */
export const withParts = (product: Product, main: Lesson): Product => {
  const entry = lessonOf(product, main.key);
  const subLessons = partsOf(main);
  if (!entry || entry.subLessons.length > 0 || subLessons.length === 0) return product;
  const lessons = Object.entries(product.lessons).map(([key, lesson]) =>
    lesson === entry ? [key, { ...entry, subLessons }] : [key, lesson],
  );
  return { ...product, lessons: Object.fromEntries(lessons) };
};

/** Whether only the main lessons themselves can say where a lesson belongs. */
export const isHomeless = ({ menus, product }: ShownCourse, lesson: Lesson): boolean =>
  !isMainLesson(lesson.key) &&
  positionOf(menus, lesson.key) === null &&
  mainLessonOf(product, lesson.dbid) === null;

/** The main lessons of a course of which the skeleton does not say what belongs to them. */
const mainsWithoutParts = ({ course, menus, product }: ShownCourse): Lesson[] => {
  const ordered = new Set(course.lessonsOrder.map((entry) => entry.id));
  return Object.values(product.lessons).filter(
    (lesson) =>
      isMainLesson(lesson.key) &&
      lesson.subLessons.length === 0 &&
      (ordered.has(lesson.dbid) || positionOf(menus, lesson.key) !== null),
  );
};

export interface MainLessonSearch {
  selection: ShownCourse;
  /** The sub-lesson's. */
  id: Id;
  isOpen: (lesson: Lesson) => boolean;
  load: (lessonKey: string) => Promise<Result<Lesson, unknown>>;
  isGivenUp: () => boolean;
}

/**
 * Reads a course's main lessons, a few at a time, until one names the sub-lesson. A skeleton need
 * not say it, and somebody may have come by address. One that does not arrive is passed over.
 * @returns the main lesson whole, or null
 */
export const searchMainLesson = async (search: MainLessonSearch): Promise<Lesson | null> => {
  const queue = mainsWithoutParts(search.selection).filter(search.isOpen).values();
  let found: Lesson | null = null;
  const read = async (): Promise<void> => {
    for (const { key } of queue) {
      const answer = await search.load(key);
      if (answer.ok && partsOf(answer.value).includes(search.id)) found ??= answer.value;
      if (found || search.isGivenUp()) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return found;
};
