import type { Course, Lesson, Product } from "../contract/content.ts";
import type { LessonReference, Today } from "../contract/progress.ts";
import type { Id } from "../contract/wire.ts";
import type { DayOf } from "./calendar.ts";
import { studyPositions } from "./course-map.ts";
import { nextToStudy } from "./lesson-access.ts";
import { lessonReference } from "./lesson-package.ts";
import {
  mainLessonOf,
  matchingOrAll,
  orderEntry,
  orderEntryId,
  visibleMenus,
} from "./menu-position.ts";
import { ADMIN_LEVEL } from "./roles.ts";
import { studyDay } from "./study-week.ts";
import type { Weekday } from "./week-locale.ts";
import { MONDAY } from "./week-start.ts";

/** What is known about a person's study of a lesson, from the school or from this machine. */
export interface StudiedLesson {
  readonly lessonId: Id;
  /** ISO date-time; null while it is not completed. */
  readonly completed: string | null;
  /** When it was last open, in milliseconds since 1970. */
  readonly lastSeen: number;
}

/** All lessons that a person has studied, of all courses. */
export type StudyHistory = readonly StudiedLesson[];

export interface CourseInProduct {
  readonly product: Product;
  readonly course: Course;
}

export const completedIds = (studied: StudyHistory): Set<Id> =>
  new Set(studied.filter(({ completed }) => completed !== null).map(({ lessonId }) => lessonId));

const lessonById = (product: Product, id: Id | null): Lesson | null =>
  Object.values(product.lessons).find((lesson) => lesson.dbid === id) ?? null;

const referenceTo = (
  { product, course }: CourseInProduct,
  lesson: Lesson,
  completed: ReadonlySet<Id>,
): LessonReference =>
  lessonReference({
    lesson,
    main: mainLessonOf(product, lesson.dbid),
    place: orderEntry(product, course, lesson),
    menus: visibleMenus(product.menu.menu1, course.visibles),
    completed,
  });

const references = (
  placed: CourseInProduct,
  ids: readonly (Id | null)[],
  completed: ReadonlySet<Id>,
): LessonReference[] =>
  ids.flatMap((id) => {
    const lesson = lessonById(placed.product, id);
    return lesson ? [referenceTo(placed, lesson, completed)] : [];
  });

/** The lesson of a course that was open last; an empty list if there is none. */
export const previousLessons = (
  placed: CourseInProduct,
  studied: StudyHistory,
): LessonReference[] => {
  const { product, course } = placed;
  const last = studied
    .toSorted((a, b) => b.lastSeen - a.lastSeen)
    .find(({ lessonId }) => {
      const lesson = lessonById(product, lessonId);
      return lesson !== null && orderEntryId(product, course, lesson) !== null;
    });
  return last ? references(placed, [last.lessonId], completedIds(studied)) : [];
};

/** The next lesson to study; an empty list if all lessons are completed. */
export const nextLessons = (placed: CourseInProduct, studied: StudyHistory): LessonReference[] => {
  const completed = completedIds(studied);
  return references(placed, [nextToStudy(placed.course.lessonsOrder, completed)], completed);
};

interface PresentTime {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The student's day of a time. */
  readonly dayOf: DayOf<"student">;
  /** The first day of the week; absent: Monday. */
  readonly weekStart?: Weekday;
}

/** The lessons that today asks for, so that the week's target is met. */
export const todaysClass = (
  placed: CourseInProduct,
  studied: StudyHistory,
  { now, dayOf, weekStart = MONDAY }: PresentTime,
): Today => {
  const completed = new Map(
    studied.flatMap(({ lessonId, completed: at }) => (at ? [[lessonId, at] as const] : [])),
  );
  const { lessonsOrder: order, weeklyTarget } = placed.course;
  const week = { date: dayOf(now), weeklyTarget, weekStart };
  const { days, doneThisWeek, lessons } = studyDay({ ...week, order, completed, dayOf });
  return {
    ...week,
    doneThisWeek,
    days: [...days],
    lessons: references(placed, lessons, new Set(completed.keys())),
    assignments: [],
  };
};

/**
 * The courses that contain a lesson or its main lesson; if none does, all courses of the product.
 */
export const coursesOfLesson = (product: Product, lesson: Lesson): readonly Course[] =>
  matchingOrAll(
    Object.values(product.courses),
    (course) => orderEntryId(product, course, lesson) !== null,
  );

/**
 * Creates a check whether lessons of a product are open: a lesson is open if it is in one of its
 * courses. The courses are evaluated only once, because there may be thousands of lessons to check.
 */
export const createAccessCheck = (
  { courses, lessons }: Product,
  completed: ReadonlySet<Id>,
  level: number,
): ((lesson: Lesson) => boolean) => {
  const limits = Object.values(courses).map(({ lessonsOrder }) => {
    const places = studyPositions(lessonsOrder, lessons);
    const next = level >= ADMIN_LEVEL ? null : nextToStudy(lessonsOrder, completed);
    return { places, limit: next === null ? Infinity : (places.get(next) ?? Infinity) };
  });
  return ({ dbid }) => {
    const naming = limits.filter(({ places }) => places.has(dbid));
    const own = naming.length > 0 ? naming : limits;
    return own.some(({ places, limit }) => (places.get(dbid) ?? -1) <= limit);
  };
};

export const courseById = (products: Iterable<Product>, id: Id): CourseInProduct | null => {
  for (const product of products) {
    const course = Object.values(product.courses).find((each) => String(each.id) === String(id));
    if (course) return { product, course };
  }
  return null;
};
