import * as v from "valibot";
import { call } from "./call.ts";
import { date, flag, id, list, orElse, text, type WireSchema } from "./wire.ts";

/** What is known of one person's study of one lesson. */
export const lessonProgress = v.object({
  lesson_id: id,
  package_id: orElse(id, 1),
  course_id: orElse(id, null),
  /** When it was first opened, when it was completed. */
  opened: date,
  completed: date,
  /** Time of study so far. */
  seconds: orElse(v.number(), 0),
});

export type LessonProgress = v.InferOutput<typeof lessonProgress>;
export type SentProgress = v.InferInput<typeof lessonProgress>;

/** A lesson as the progress calls name it; menu positions count from 1. */
export const lessonReference = v.object({
  id,
  key: text,
  title: v.nullish(v.unknown()) as WireSchema<Record<string, string>, unknown>,
  package_id: orElse(id, 1),
  menu: orElse(
    v.object({
      menu1: v.number(),
      menu2: v.number(),
    }),
    null,
  ),
  completed: flag,
});

export type LessonReference = v.InferOutput<typeof lessonReference>;
export type SentLessonReference = v.InferInput<typeof lessonReference>;

export const getProgress = call({
  method: "GET",
  path: "/user/progress",
  answer: v.object({ progress: list(lessonProgress) }),
});

const oneProgress = v.object({
  progress: orElse(lessonProgress, null),
});

export const getLessonProgress = call({
  method: "GET",
  path: "/user/progress/:lessonId",
  answer: oneProgress,
});

/** The lesson was opened, or is still open. */
export const putSession = call({
  method: "PUT",
  path: "/user/progress/:lessonId/session",
  repeatable: true,
  body: v.object({ lesson_id: id, package_id: id }),
  answer: oneProgress,
});

export const putComplete = call({
  method: "PUT",
  path: "/user/progress/:lessonId/complete",
  repeatable: true,
  body: v.object({ package_id: id }),
  answer: oneProgress,
});

export const getPreviousLesson = call({
  method: "GET",
  path: "/user/progress/previousLesson/:courseId",
  answer: list(lessonReference),
});

/** Empty once there is nothing left to study. */
export const getNextLesson = call({
  method: "GET",
  path: "/user/progress/nextLesson/:courseId",
  answer: list(lessonReference),
});

const waitingAssignment = v.object({
  id,
  lesson_id: id,
  /** In the language that was asked for. */
  title: v.fallback(text, ""),
  state: text,
});

export const today = v.object({
  /** `YYYY-MM-DD` */
  date: v.pipe(
    v.string(),
    v.check((value) => !Number.isNaN(Date.parse(value.slice(0, 10)))),
    v.transform((value) => value.slice(0, 10)),
  ),
  weeklyTarget: orElse(v.number(), 0),
  doneThisWeek: orElse(v.number(), 0),
  /** What to study today, so that the week's target is met. */
  lessons: list(lessonReference),
  assignments: list(waitingAssignment),
  /**
   * Our school's: the day on which the counted week begins, 1 for Monday to 7 for Sunday. A school
   * that does not confirm the day that was asked for counts from Monday.
   */
  weekStart: orElse(
    v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)), 1),
    1,
  ),
  /** Our school's: what was done on each day of this week, its first day first. */
  days: orElse(v.array(v.object({ date: v.string(), done: v.number() })), null),
});

export type Today = v.InferOutput<typeof today>;
export type SentToday = v.InferInput<typeof today>;

export const getToday = call({
  method: "GET",
  path: "/user/progress/today/:courseId",
  /** `weekStart` is our school's: the day on which the person's week begins, 1 to 7. */
  query: ["language", "weekStart"],
  answer: v.object({ today }),
});
