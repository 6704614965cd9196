import type { Course, Lesson, Product } from "../contract/content.ts";
import type { LessonReference, Today } from "../contract/progress.ts";
import type { Id } from "../contract/wire.ts";
import { placesIn } from "./course-map.ts";
import { nextToStudy } from "./lesson-access.ts";
import { lessonReference } from "./lesson-reference.ts";
import { mainLessonOf, namingOrAll, placedLesson, placeOf, visibleMenus } from "./menu-position.ts";
import { ADMIN_LEVEL } from "./roles.ts";
import { todaysLessons } from "./todays-lessons.ts";
import type { Weekday } from "./week-locale.ts";

/** What is known of somebody's study of a lesson, wherever it is known from. */
export interface StudiedLesson {
  readonly lessonId: Id;
  /** ISO date-time; null while it is not complete. */
  readonly completed: string | null;
  /** When it was last open, in milliseconds since 1970. */
  readonly lastSeen: number;
}

/** Where somebody stands: all that was studied, of whichever course. */
export type Studied = readonly StudiedLesson[];

/** A course with the product that it belongs to. */
export interface PlacedCourse {
  readonly product: Product;
  readonly course: Course;
}

export const completedIds = (studied: Studied): Set<Id> =>
  new Set(studied.filter(({ completed }) => completed !== null).map(({ lessonId }) => lessonId));

const lessonById = (product: Product, id: Id | null): Lesson | null =>
  Object.values(product.lessons).find((lesson) => lesson.dbid === id) ?? null;

const referenceTo = (
  { product, course }: PlacedCourse,
  lesson: Lesson,
  completed: ReadonlySet<Id>,
): LessonReference =>
  lessonReference({
    lesson,
    main: mainLessonOf(product, lesson.dbid),
    place: placeOf(product, course, lesson),
    menus: visibleMenus(product.menu.menu1, course.visibles),
    completed,
  });

const references = (
  placed: PlacedCourse,
  ids: readonly (Id | null)[],
  completed: ReadonlySet<Id>,
): LessonReference[] =>
  ids.flatMap((id) => {
    const lesson = lessonById(placed.product, id);
    return lesson ? [referenceTo(placed, lesson, completed)] : [];
  });

/** The lesson of a course that was open last; none where none was. */
export const previousLessons = (placed: PlacedCourse, studied: Studied): LessonReference[] => {
  const { product, course } = placed;
  const last = studied
    .toSorted((a, b) => b.lastSeen - a.lastSeen)
    .find(({ lessonId }) => {
      const lesson = lessonById(product, lessonId);
      return lesson !== null && placedLesson(product, course, lesson) !== null;
    });
  return last ? references(placed, [last.lessonId], completedIds(studied)) : [];
};

/** The next lesson to study; none once there is nothing left. */
export const nextLessons = (placed: PlacedCourse, studied: Studied): LessonReference[] => {
  const completed = completedIds(studied);
  return references(placed, [nextToStudy(placed.course.lessonsOrder, completed)], completed);
};

/**
 * What to study today so that the week's target is met.
 * @param now milliseconds since 1970
 * @param weekStart the day on which the week begins; absent: Monday
 */
export const todaysClass = (
  placed: PlacedCourse,
  studied: Studied,
  now: number,
  weekStart?: Weekday,
): Today => {
  const completed = new Map(
    studied.flatMap(({ lessonId, completed: at }) => (at ? [[lessonId, at] as const] : [])),
  );
  const { lessonsOrder, weeklyTarget } = placed.course;
  const today = todaysLessons({ now, order: lessonsOrder, weeklyTarget, completed, weekStart });
  return {
    ...today,
    days: [...today.days],
    lessons: references(placed, today.lessons, new Set(completed.keys())),
    assignments: [],
  };
};

/** The courses that name a lesson, or its main lesson; all of its product where none does. */
export const coursesWith = (product: Product, lesson: Lesson): readonly Course[] =>
  namingOrAll(
    Object.values(product.courses),
    (course) => placedLesson(product, course, lesson) !== null,
  );

/**
 * The access rule of a whole product: a lesson is open when one of its courses lets it be opened.
 * Every course is looked at once, for there may be thousands of lessons to ask about.
 */
export const accessTo = (
  { courses, lessons }: Product,
  completed: ReadonlySet<Id>,
  level: number,
): ((lesson: Lesson) => boolean) => {
  const limits = Object.values(courses).map(({ lessonsOrder }) => {
    const places = placesIn(lessonsOrder, lessons);
    const next = level >= ADMIN_LEVEL ? null : nextToStudy(lessonsOrder, completed);
    return { places, limit: next === null ? Infinity : (places.get(next) ?? Infinity) };
  });
  return ({ dbid }) => {
    const naming = limits.filter(({ places }) => places.has(dbid));
    const own = naming.length > 0 ? naming : limits;
    return own.some(({ places, limit }) => (places.get(dbid) ?? -1) <= limit);
  };
};

/** The course of that id, in whichever product. */
export const courseById = (products: Iterable<Product>, id: Id): PlacedCourse | null => {
  for (const product of products) {
    const course = Object.values(product.courses).find((each) => String(each.id) === String(id));
    if (course) return { product, course };
  }
  return null;
};
