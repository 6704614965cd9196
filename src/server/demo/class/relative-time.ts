const MINUTE = 60_000;
const DAY = 86_400_000;

/** Gives a time before the demo's first start, in milliseconds since 1970. */
export type RelativeTime = (now: number) => number;

/** @param minutes at least one */
export const minutesAgo =
  (minutes: number): RelativeTime =>
  (now) =>
    now - minutes * MINUTE;

/**
 * @param days at least one
 * @param time of that day in UTC, such as `19:20`; for yesterday, before `20:50`, so that it is
 *   always earlier than what happened some hours ago
 */
export const daysAgo =
  (days: number, time: string): RelativeTime =>
  (now) =>
    Date.parse(`${new Date(now - days * DAY).toISOString().slice(0, 10)}T${time}:00.000Z`);
