import { addDays } from "./calendar.ts";

const DAY_MS = 24 * 60 * 60_000;

/** For so long a licence in a file is good where nothing else is said. */
export const USUAL_LICENCE_DAYS = 365;

/** No licence in a file is good for longer: until its end a machine may never ask the school. */
export const MAX_LICENCE_DAYS = 1830;

/** The end is shown from so many days before it on, and again at each of the others. */
const NOTICE_DAYS = [30, 7, 1] as const;

export type NoticeDays = (typeof NOTICE_DAYS)[number];

/** @param today `YYYY-MM-DD`, like all days here */
export const usualEnd = (today: string): string => addDays(today, USUAL_LICENCE_DAYS);

/** Whether a licence that is signed today may hold until that day. */
export const isLicenceEnd = (until: string, today: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(until) &&
  !Number.isNaN(Date.parse(until)) &&
  addDays(until, 0) === until &&
  until >= today &&
  until <= addDays(today, MAX_LICENCE_DAYS);

/**
 * Until when somebody's own licence in a file holds: as long as the last of their courses, and no
 * longer than usual. Somebody without a course has the usual time, as with a network.
 * @param lastDays of the courses that are open to them; null: without an end
 */
export const ownLicenceEnd = (lastDays: readonly (string | null)[], today: string): string => {
  const usual = usualEnd(today);
  const ends = lastDays.map((day) => (day === null || day > usual ? usual : day));
  return ends.toSorted().at(-1) ?? usual;
};

/** When the last day is over everywhere on earth, in milliseconds since 1970. */
export const endOfLicence = (until: string): number => Date.parse(until) + 1.5 * DAY_MS;

/** Whether the last day is over. @param now milliseconds since 1970 */
export const hasEnded = (until: string, now: number): boolean => now >= endOfLicence(until);

/** Full days that are left; 0 on the last one. */
export const daysLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / DAY_MS));

/** Which of the notices is due; null: it is too early for any. */
export const noticeDue = (until: string, now: number): NoticeDays | null =>
  NOTICE_DAYS.findLast((days) => daysLeft(until, now) <= days) ?? null;
