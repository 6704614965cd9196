import { addDays, type Day, daysBetween } from "./calendar.ts";
import { isDay } from "./is-day.ts";

/** How long a licence file is valid by default. */
const DEFAULT_LICENCE_DAYS = 365;

/** The longest validity of a licence file. It cannot be revoked on a machine without a network. */
export const MAX_LICENCE_DAYS = 1830;

/** How many days before the end of a licence a notice is shown. */
const NOTICE_DAYS = [30, 7, 1] as const;

export type NoticeDays = (typeof NOTICE_DAYS)[number];

export const defaultLicenceEnd = (today: Day<"school">): string =>
  addDays(today, DEFAULT_LICENCE_DAYS);

export const isLicenceEnd = (until: string, today: Day<"school">): boolean =>
  isDay(until) && until >= today && until <= addDays(today, MAX_LICENCE_DAYS);

/**
 * The last day of a licence file that a person signs without an administrator: the last day of the
 * person's courses, but at most the default. A person without a course gets the default.
 * @param lastDays of the person's open courses, `YYYY-MM-DD`; null: a course that does not expire
 */
export const ownLicenceEnd = (
  lastDays: readonly (string | null)[],
  today: Day<"school">,
): string => {
  const usual = defaultLicenceEnd(today);
  const ends = lastDays.map((day) => (day === null || day > usual ? usual : day));
  return ends.toSorted().at(-1) ?? usual;
};

/**
 * The zone in which every day ends last. It stands for the zone of a school that is not known, so that no
 * licence ends before its last day is over at the school.
 */
export const LAST_ZONE = "Etc/GMT+12";

/** Whether the last day is over. */
export const hasEnded = (until: string, today: Day<"school">): boolean => today > until;

/** The notice to show, by its number of days; null: none yet. */
export const noticeDue = (until: string, today: Day<"school">): NoticeDays | null =>
  NOTICE_DAYS.findLast((days) => daysBetween(today, until) <= days) ?? null;
