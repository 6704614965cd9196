import { addDays } from "./calendar.ts";
import { isDay } from "./is-day.ts";

const DAY_MS = 24 * 60 * 60_000;

/** How long a licence file is valid by default. */
export const DEFAULT_LICENCE_DAYS = 365;

/** The longest validity of a licence file. It cannot be revoked on a machine without a network. */
export const MAX_LICENCE_DAYS = 1830;

/** How many days before the end of a licence a notice is shown. */
const NOTICE_DAYS = [30, 7, 1] as const;

export type NoticeDays = (typeof NOTICE_DAYS)[number];

/** The default last day of a licence that is signed today. @param today `YYYY-MM-DD` */
export const defaultLicenceEnd = (today: string): string => addDays(today, DEFAULT_LICENCE_DAYS);

/** Whether a licence that is signed today may end on a day. Days are `YYYY-MM-DD`. */
export const isLicenceEnd = (until: string, today: string): boolean =>
  isDay(until) && until >= today && until <= addDays(today, MAX_LICENCE_DAYS);

/**
 * The last day of a licence file that a person signs without an administrator: the last day of the
 * person's courses, but at most the default. A person without a course gets the default.
 * @param lastDays of the person's open courses, `YYYY-MM-DD`; null: a course that does not expire
 */
export const ownLicenceEnd = (lastDays: readonly (string | null)[], today: string): string => {
  const usual = defaultLicenceEnd(today);
  const ends = lastDays.map((day) => (day === null || day > usual ? usual : day));
  return ends.toSorted().at(-1) ?? usual;
};

/** The time when the last day is over in every time zone, in milliseconds since 1970. */
export const licenceEndTime = (until: string): number => Date.parse(until) + 1.5 * DAY_MS;

/** Whether the last day is over in every time zone. @param now milliseconds since 1970 */
export const hasEnded = (until: string, now: number): boolean => now >= licenceEndTime(until);

/** The number of full days left; 0 on the last day. @param now milliseconds since 1970 */
export const daysLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / DAY_MS));

/** The notice to show, by its number of days; null: none yet. */
export const noticeDue = (until: string, now: number): NoticeDays | null =>
  NOTICE_DAYS.findLast((days) => daysLeft(until, now) <= days) ?? null;
