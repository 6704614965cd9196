import type { Id } from "../contract/wire.ts";
import { addDays, dayOf } from "./calendar.ts";
import { type LessonsOrder, nextToStudy } from "./lesson-access.ts";
import type { Weekday } from "./week-locale.ts";
import { MONDAY } from "./week-start.ts";

const DAYS = 7;

/** A day and the number of lessons that were completed on it. */
export interface StudyDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly done: number;
}

/**
 * The seven days of the week that contains a day, in order.
 * @param date `YYYY-MM-DD`
 */
export const weekOf = (date: string, weekStart: Weekday = MONDAY): string[] => {
  const sinceStart = (new Date(Date.parse(date)).getUTCDay() + DAYS - weekStart) % DAYS;
  return Array.from({ length: DAYS }, (_, day) => addDays(date, day - sinceStart));
};

/**
 * The number of lessons of a course that were completed on each day of a week. Days are in UTC.
 * @param date a day of that week, `YYYY-MM-DD`
 * @param completed when each lesson was completed, ISO date-times by lesson id
 */
export const doneByDay = (
  date: string,
  order: LessonsOrder,
  completed: ReadonlyMap<Id, string>,
  weekStart: Weekday = MONDAY,
): StudyDay[] => {
  const days = order.flatMap(({ id }) => {
    const at = completed.get(id);
    return at ? [dayOf(Date.parse(at))] : [];
  });
  return weekOf(date, weekStart).map((day) => ({
    date: day,
    done: days.filter((other) => other === day).length,
  }));
};

export interface WeekProgress {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly weeklyTarget: number;
  readonly doneThisWeek: number;
  /** Lessons of the course that are not completed. */
  readonly left: number;
  /** The first day of the week; absent: Monday. */
  readonly weekStart?: Weekday;
}

/**
 * The number of lessons to study today and on each later day of the week. The rest of the target is
 * spread evenly, with more on the earlier days. All are 0 if the target is met or the course is
 * finished.
 * @returns a number for each day from `date` to the last day of the week
 */
export const lessonsByDay = (week: WeekProgress): number[] => {
  const { date, weeklyTarget, doneThisWeek, left, weekStart } = week;
  const days = DAYS - weekOf(date, weekStart).indexOf(date);
  let remaining = Math.max(0, Math.min(weeklyTarget - doneThisWeek, left));
  return Array.from({ length: days }, (_, day) => {
    const share = Math.ceil(remaining / (days - day));
    remaining -= share;
    return share;
  });
};

/** The lessons of a course that are not completed, the next to study first. */
export const lessonsToStudy = (order: LessonsOrder, completed: ReadonlySet<Id>): Id[] => {
  const next = nextToStudy(order, completed);
  const from = order.findIndex(({ id }) => id === next);
  return [...order.slice(from), ...order.slice(0, Math.max(0, from))]
    .map(({ id }) => id)
    .filter((id) => !completed.has(id));
};
