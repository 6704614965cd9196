import type { Id } from "../contract/wire.ts";
import { ADMIN_LEVEL } from "./roles.ts";

/** The lessons of a course in the order of study. */
export type LessonsOrder = readonly { readonly id: Id }[];

const positionIn = (order: LessonsOrder, id: Id | null): number =>
  id === null ? -1 : order.findIndex((entry) => entry.id === id);

/**
 * The lesson to study next, by what is completed: the one after the furthest completed lesson,
 * and when that was the last, the first one left out.
 * @returns its id; null when the course is finished or empty
 */
export const nextToStudy = (order: LessonsOrder, completed: ReadonlySet<Id>): Id | null => {
  const furthest = order.findLastIndex((entry) => completed.has(entry.id));
  const next = order[furthest + 1] ?? order.find((entry) => !completed.has(entry.id));
  return next?.id ?? null;
};

/**
 * The lesson that follows on screen: the one after the previously viewed or the current lesson
 * in the course order, whichever is further.
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
 * The access rule: a lesson is open unless it comes after the next lesson to study.
 * A lesson that the order does not name (a sub-lesson without its main lesson, a reference page)
 * comes after nothing, and so is open; pass the main lesson's id for a sub-lesson.
 * @param next the next lesson to study; null when there is none, and then all are open
 */
export const isLessonOpen = (
  order: LessonsOrder,
  lessonId: Id,
  next: Id | null,
  level: number,
): boolean => {
  if (level >= ADMIN_LEVEL || next === null) return true;
  const nextPosition = positionIn(order, next);
  return nextPosition < 0 || positionIn(order, lessonId) <= nextPosition;
};

/** Main lessons have pages with sub-lessons; their key says so. */
export const isMainLesson = (key: string): boolean => key.includes("_ml");

export interface CourseProgress {
  started: boolean;
  finished: boolean;
}

/** Where a student stands, from the two lists that the server gives. */
export const courseProgress = (
  previous: readonly unknown[],
  next: readonly unknown[],
): CourseProgress => {
  if (next.length === 0) return { started: true, finished: true };
  return { started: previous.length > 0, finished: false };
};
