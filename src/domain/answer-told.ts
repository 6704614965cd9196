/** For how long a tutor may take an answer back before the student is told of it. */
export const TOLD_AFTER_MS = 10_000;

/**
 * Whether the student knows of an answer. A time that is further away than the wait comes from a
 * server whose clock is wrong, and keeps nothing from the student.
 * @param told from when on, in milliseconds since 1970; null for what earlier versions have closed
 */
export const isTold = (told: number | null, now: number): boolean =>
  told === null || told <= now || told > now + TOLD_AFTER_MS;
