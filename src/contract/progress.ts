import * as v from "valibot";
import { call } from "./call.ts";
import { date, flag, id, list, text, type WireSchema, withDefault } from "./wire.ts";

export const lessonProgress = v.object({
  lesson_id: id,
  package_id: withDefault(id, 1),
  course_id: withDefault(id, null),
  /** When it was first opened, and when it was completed. */
  opened: date,
  completed: date,
  /** The study time so far. */
  seconds: withDefault(v.number(), 0),
  /** Whether the person has a note on it. Only our school sends it, with the list alone. */
  noted: v.nullish(v.boolean()),
});

export type LessonProgress = v.InferOutput<typeof lessonProgress>;

/** A reference to a lesson in the progress calls; menu positions count from 1. */
export const lessonReference = v.object({
  id,
  key: text,
  title: v.nullish(v.unknown()) as WireSchema<Record<string, string>, unknown>,
  package_id: withDefault(id, 1),
  menu: withDefault(
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

/** The person's progress in all lessons, of all courses. */
export const getProgress = call.get("/user/progress", {
  answer: v.object({ progress: list(lessonProgress) }),
});

const oneProgress = v.object({
  progress: withDefault(lessonProgress, null),
});

/** The person's progress in one lesson; null if it was never opened. */
export const getLessonProgress = call.get("/user/progress/:lessonId", { answer: oneProgress });

/** Reports that a lesson was opened or is still open. */
export const putSession = call.put("/user/progress/:lessonId/session", {
  repeatable: true,
  body: v.object({ lesson_id: id, package_id: id }),
  answer: oneProgress,
});

export const putComplete = call.put("/user/progress/:lessonId/complete", {
  repeatable: true,
  body: v.object({ package_id: id }),
  answer: oneProgress,
});

/** The lesson of a course that was open last; an empty list if there is none. */
export const getPreviousLesson = call.get("/user/progress/previousLesson/:courseId", {
  answer: list(lessonReference),
});

/** The next lesson to study; an empty list if all lessons are completed. */
export const getNextLesson = call.get("/user/progress/nextLesson/:courseId", {
  answer: list(lessonReference),
});

const waitingAssignment = v.object({
  id,
  lesson_id: id,
  /** In the requested language. */
  title: v.fallback(text, ""),
  state: text,
});

export const today = v.object({
  /** The student's day. */
  date: v.pipe(
    v.string(),
    v.check((value) => !Number.isNaN(Date.parse(value.slice(0, 10)))),
    v.transform((value) => value.slice(0, 10)),
  ),
  weeklyTarget: withDefault(v.number(), 0),
  doneThisWeek: withDefault(v.number(), 0),
  /**
   * The lessons that today asks for, so that the week's target is met. Those that were completed today are among them
   * at our school; others may send only what is left.
   */
  lessons: list(lessonReference),
  assignments: list(waitingAssignment),
  /**
   * The first day of the counted week, 1 for Monday to 7 for Sunday. Only our school sends it;
   * other schools count from Monday.
   */
  weekStart: withDefault(
    v.fallback(
      v.pipe(
        v.number(),
        v.check((day) => [1, 2, 3, 4, 5, 6, 7].includes(day)),
      ),
      1,
    ),
    1,
  ),
  /**
   * The number of completed lessons on each day of this week, in order. Only our school sends it.
   */
  days: withDefault(v.array(v.object({ date: v.string(), done: v.number() })), null),
});

export type Today = v.InferOutput<typeof today>;
export type SentToday = v.InferInput<typeof today>;

/** The lessons and assignments that the school proposes for today. */
export const getToday = call.get("/user/progress/today/:courseId", {
  /**
   * `weekStart` is the first day of the person's week, 1 to 7; only our school reads it. Days are counted in
   * `zone`, an IANA name such as `Europe/Athens`; if it is absent or unknown, in the school's own.
   */
  query: ["language", "weekStart", "zone"],
  answer: v.object({ today }),
});
