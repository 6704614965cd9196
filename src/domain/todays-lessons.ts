import type { Id } from "../contract/wire.ts";
import type { DayOf } from "./calendar.ts";
import type { LessonsOrder } from "./lesson-access.ts";
import { doneByDay, lessonsByDay, lessonsToStudy, type StudyDay } from "./study-week.ts";
import type { Weekday } from "./week-locale.ts";
import { MONDAY } from "./week-start.ts";

export interface StudyProgress {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The student's day of a time. */
  readonly dayOf: DayOf<"student">;
  readonly order: LessonsOrder;
  readonly weeklyTarget: number;
  /** When each lesson was completed, by lesson id: ISO date-times, or days. */
  readonly completed: ReadonlyMap<Id, string>;
  /** The first day of the week; absent: Monday. */
  readonly weekStart?: Weekday;
}

export interface TodaysLessons {
  /** The student's day. */
  readonly date: string;
  readonly weeklyTarget: number;
  readonly doneThisWeek: number;
  /** Ids of the lessons proposed for today, the next to study first. */
  readonly lessons: readonly Id[];
  /** The first day of the counted week. */
  readonly weekStart: Weekday;
  /** The number of completed lessons on each day of this week, in order. */
  readonly days: readonly StudyDay[];
}

/** The lessons to study today to meet the week's target. */
export const todaysLessons = ({
  now,
  dayOf,
  order,
  weeklyTarget,
  completed,
  weekStart = MONDAY,
}: StudyProgress): TodaysLessons => {
  const date = dayOf(now);
  const days = doneByDay({ date, order, completed, dayOf, weekStart });
  const doneThisWeek = days.reduce((sum, day) => sum + day.done, 0);
  const left = lessonsToStudy(order, new Set(completed.keys()));
  const week = { date, weeklyTarget, doneThisWeek, weekStart };
  const [proposed] = lessonsByDay({ ...week, left: left.length });
  return { ...week, lessons: left.slice(0, proposed), days };
};
