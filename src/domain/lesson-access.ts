import type { Id } from "../contract/wire.ts";
import { ADMIN_LEVEL } from "./roles.ts";

/** The lessons of a course in the order of study. */
export type LessonsOrder = readonly { readonly id: Id }[];

const positionIn = (order: LessonsOrder, id: Id | null): number =>
  order.findIndex((entry) => entry.id === id);

/**
 * The next lesson to study: the one after the furthest completed lesson. If that is the last
 * lesson, it is the first one that is not completed.
 * @returns its id; null if the course is finished or empty
 */
export const nextToStudy = (order: LessonsOrder, completed: ReadonlySet<Id>): Id | null => {
  const furthest = order.findLastIndex((entry) => completed.has(entry.id));
  const next = order[furthest + 1] ?? order.find((entry) => !completed.has(entry.id));
  return next?.id ?? null;
};

/**
 * The lesson behind the "next lesson" link: the one after the current or the previously viewed
 * lesson, whichever comes later in the order of study.
 * @returns its id; null after the last lesson
 */
export const followingLesson = (
  order: LessonsOrder,
  current: Id | null,
  previous: Id | null,
): Id | null => {
  const furthest = Math.max(positionIn(order, current), positionIn(order, previous));
  return order[furthest + 1]?.id ?? null;
};

/**
 * How far a course is open: the position of the next lesson to study in the order of study, or
 * infinity if all lessons are open.
 * @param next null if there is no next lesson
 */
export const openUpTo = (order: LessonsOrder, next: Id | null): number => {
  const position = positionIn(order, next);
  return position < 0 ? Number.POSITIVE_INFINITY : position;
};

/**
 * The access rule: a lesson is open unless it comes after the next lesson to study. A lesson that
 * is not in the order, such as a reference page, is open.
 * @param lessonId for a sub-lesson: the id of its main lesson
 * @param next the next lesson to study; null if there is none, and then all lessons are open
 */
export const isLessonOpen = (
  order: LessonsOrder,
  lessonId: Id,
  next: Id | null,
  level: number,
): boolean => level >= ADMIN_LEVEL || positionIn(order, lessonId) <= openUpTo(order, next);

/** Whether a key belongs to a main lesson, which has pages with sub-lessons. */
export const isMainLesson = (key: string): boolean => key.includes("_ml");

interface CourseProgress {
  started: boolean;
  finished: boolean;
}

/**
 * Whether a course is started and finished, from the server's lists of previous and next lessons.
 */
export const courseProgress = (
  previous: readonly unknown[],
  next: readonly unknown[],
): CourseProgress => {
  if (next.length === 0) return { started: true, finished: true };
  return { started: previous.length > 0, finished: false };
};
