import type { Id } from "../contract/wire.ts";
import { dayOf } from "./calendar.ts";
import type { LessonsOrder } from "./lesson-access.ts";
import { doneByDay, lessonsByDay, lessonsToStudy, type StudyDay } from "./study-week.ts";

export interface StudySoFar {
  /** The present moment, in milliseconds since 1970. */
  readonly now: number;
  readonly order: LessonsOrder;
  readonly weeklyTarget: number;
  /** When each lesson was completed, ISO date-times by lesson id. */
  readonly completed: ReadonlyMap<Id, string>;
}

export interface TodaysLessons {
  /** `YYYY-MM-DD`, in UTC. */
  readonly date: string;
  readonly weeklyTarget: number;
  readonly doneThisWeek: number;
  /** Ids of the lessons proposed for today, the next to study first. */
  readonly lessons: readonly Id[];
  /** What was done on each day of this week, Monday first. */
  readonly days: readonly StudyDay[];
}

/** What to study today so that the week's target is met. */
export const todaysLessons = ({
  now,
  order,
  weeklyTarget,
  completed,
}: StudySoFar): TodaysLessons => {
  const date = dayOf(now);
  const days = doneByDay(date, order, completed);
  const doneThisWeek = days.reduce((sum, day) => sum + day.done, 0);
  const left = lessonsToStudy(order, new Set(completed.keys()));
  const [proposed] = lessonsByDay({ date, weeklyTarget, doneThisWeek, left: left.length });
  return { date, weeklyTarget, doneThisWeek, lessons: left.slice(0, proposed), days };
};
