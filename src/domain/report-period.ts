import { addDays, type Day, daysBetween, type Whose } from "./calendar.ts";
import { weekOf } from "./study-week.ts";
import type { Weekday } from "./week-locale.ts";

const WEEK = 7;
const DEFAULT_WEEKS = 12;
/** Ten years. */
const MAX_REPORT_DAYS = 3660;

/** After how many days without anything in a course a student has stopped. */
export const STOPPED_DAYS = 28;

/** From one day to another, both of them included. */
export interface Period<Owner extends Whose = Whose> {
  readonly from: Day<Owner>;
  readonly to: Day<Owner>;
}

/**
 * The period of a report, by default the last twelve weeks.
 * @returns null for one that ends before it begins, or is longer than ten years
 */
export const reportPeriod = <Owner extends Whose>(
  from: Day<Owner> | null,
  to: Day<Owner> | null,
  today: Day<Owner>,
  weekStart: Weekday,
): Period<Owner> | null => {
  const last = to ?? today;
  const [first = last] = weekOf(addDays(last, WEEK * (1 - DEFAULT_WEEKS)), weekStart);
  const period = { from: from ?? (first as Day<Owner>), to: last };
  const days = daysBetween(period.from, period.to);
  return days >= 0 && days <= MAX_REPORT_DAYS ? period : null;
};

/** The first days of the weeks of a period. The first and the last week may begin before it, or end after it. */
export const weeksOf = <Owner extends Whose>(
  { from, to }: Period<Owner>,
  weekStart: Weekday,
): Day<Owner>[] => {
  const [first = from] = weekOf(from, weekStart) as Day<Owner>[];
  const count = Math.floor(daysBetween(first, to) / WEEK) + 1;
  return Array.from({ length: count }, (_, at) => addDays(first, at * WEEK));
};

/** The period of the same length that begins today. */
export const comingPeriod = <Owner extends Whose>(
  { from, to }: Period<Owner>,
  today: Day<Owner>,
): Period<Owner> => ({ from: today, to: addDays(today, daysBetween(from, to)) });
