/** Whose a day is. `days.md` has the list. */
export type Whose = "student" | "school";

declare const whose: unique symbol;

/**
 * A calendar day of somebody, `YYYY-MM-DD`. A time has a day only in a time zone, so nothing makes one of
 * a time but `dayIn` of `core/day-in.ts` and `daysIn` of `server/days.ts`. Days that are written down, such as the
 * end of a course, are plain texts: they are the school's whichever the zone.
 */
export type Day<Owner extends Whose = Whose> = string & { readonly [whose]: Owner };

/** Tells somebody's day of an instant, in milliseconds since 1970. */
export type DayOf<Owner extends Whose> = (instant: number) => Day<Owner>;

const DAY_MS = 86_400_000;

/** The day of a written date. Some schools send a time after it, which is dropped. */
export const writtenDay = (date: string): string => date.slice(0, 10);

/** Midnight in UTC stands for a day here, so that each has 24 hours. */
const midnight = (date: string): Date => new Date(writtenDay(date));

const textOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A change of a day that leaves it with its owner. A time after the day is dropped. */
interface Change {
  <Owner extends Whose>(date: Day<Owner>, count: number): Day<Owner>;
  (date: string, count: number): string;
}

export const addDays = ((date: string, days: number): string =>
  textOf(new Date(midnight(date).getTime() + days * DAY_MS))) as Change;

/**
 * Adds calendar months to a date. If the target month is too short for the day, its last day
 * counts.
 */
export const addMonths = ((date: string, months: number): string => {
  const changed = midnight(date);
  const day = changed.getUTCDate();
  changed.setUTCMonth(changed.getUTCMonth() + months + 1, 0);
  changed.setUTCDate(Math.min(day, changed.getUTCDate()));
  return textOf(changed);
}) as Change;

/** The number of days from one to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (midnight(to).getTime() - midnight(from).getTime()) / DAY_MS;

/** The day of the week as ISO 8601 numbers it: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (date: string): number => midnight(date).getUTCDay() || 7;
