import type { Course, Lesson, Menu1, Product } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { isMainLesson } from "../domain/lesson-access.ts";
import { lessonOf, mainLessonOf, positionOf } from "../domain/menu-position.ts";
import type { Result } from "../lib/result.ts";

/** How many main lessons are fetched at the same time. */
const MAX_PARALLEL = 4;

interface SelectedCourse {
  readonly product: Product;
  readonly course: Course;
  readonly menus: readonly Menu1[];
}

/** The ids of the sub-lessons on the pages of a main lesson, in all languages. */
const subLessonIds = (lesson: Lesson): readonly Id[] => {
  const texts = Object.values(lesson.html?.languages ?? {});
  const subLessons = texts.flatMap(({ pages }) => pages.flatMap((page) => page.subLessons));
  return [...new Set(subLessons.map(({ subLessonId }) => subLessonId))];
};

/**
 * Adds the sub-lessons of a main lesson to a product that does not list them.
 * @param main the lesson with its pages
 * @returns the same object if nothing changes
 */
export const withSubLessons = (product: Product, main: Lesson): Product => {
  const entry = lessonOf(product, main.key);
  const subLessons = subLessonIds(main);
  if (!entry || entry.subLessons.length > 0 || subLessons.length === 0) return product;
  const lessons = Object.entries(product.lessons).map(([key, lesson]) =>
    lesson === entry ? [key, { ...entry, subLessons }] : [key, lesson],
  );
  return { ...product, lessons: Object.fromEntries(lessons) };
};

/**
 * Whether a lesson is in no menu and the product names no main lesson of it. Then only the pages of
 * the main lessons can tell where it belongs.
 */
export const isOrphan = ({ menus, product }: SelectedCourse, lesson: Lesson): boolean =>
  !isMainLesson(lesson.key) &&
  positionOf(menus, lesson.key) === null &&
  mainLessonOf(product, lesson.dbid) === null;

/** The main lessons of a course for which the skeleton lists no sub-lessons. */
const mainLessonsWithoutSubLessons = ({ course, menus, product }: SelectedCourse): Lesson[] => {
  const ordered = new Set(course.lessonsOrder.map((entry) => entry.id));
  return Object.values(product.lessons).filter(
    (lesson) =>
      isMainLesson(lesson.key) &&
      lesson.subLessons.length === 0 &&
      (ordered.has(lesson.dbid) || positionOf(menus, lesson.key) !== null),
  );
};

interface MainLessonSearch {
  selection: SelectedCourse;
  /** Of the sub-lesson. */
  id: Id;
  isOpen: (lesson: Lesson) => boolean;
  load: (lessonKey: string) => Promise<Result<Lesson, unknown>>;
  /** Whether the result is not needed any more. */
  isCancelled: () => boolean;
}

/**
 * Finds the main lesson of a sub-lesson: fetches the main lessons of a course, a few at a time,
 * until one names it. This is for a sub-lesson that was opened by its address while the skeleton
 * does not say where it belongs. A main lesson that cannot be fetched is skipped.
 * @returns the main lesson with its pages; null if none names the sub-lesson
 */
export const searchMainLesson = async (search: MainLessonSearch): Promise<Lesson | null> => {
  const queue = mainLessonsWithoutSubLessons(search.selection).filter(search.isOpen).values();
  let found: Lesson | null = null;
  const read = async (): Promise<void> => {
    for (const { key } of queue) {
      const answer = await search.load(key);
      if (answer.ok && subLessonIds(answer.value).includes(search.id)) found ??= answer.value;
      if (found || search.isCancelled()) return;
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, read));
  return found;
};
