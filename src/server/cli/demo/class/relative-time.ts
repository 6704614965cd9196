const MINUTE = 60_000;

/**
 * Gives a time before the demo's first start, in milliseconds since 1970.
 * @param now the start, in the school's time zone
 */
export type RelativeTime = (now: Temporal.ZonedDateTime) => number;

/** @param minutes at least one */
export const minutesAgo =
  (minutes: number): RelativeTime =>
  (now) =>
    now.epochMilliseconds - minutes * MINUTE;

/**
 * @param days at least one
 * @param time of that day, such as `19:20`; for yesterday, before `20:50`, so that it is
 *   always earlier than what happened some hours ago
 */
export const daysAgo =
  (days: number, time: string): RelativeTime =>
  (now) =>
    now.subtract({ days }).withPlainTime(time).epochMilliseconds;
