import { hasEnded } from "./licence-end.ts";

/** The school is asked at most so often whether a licence still holds. */
export const CHECK_INTERVAL_MS = 10 * 60_000;

/** For so long a licence holds without the school having said so again. */
export const GRACE_MS = 14 * 24 * 60 * 60_000;

/** While the clock is behind, a step of it counts as no more than this. */
const MAX_STEP_MS = 60 * 60_000;

/** What a licence is bound to. */
export interface Seat {
  readonly serialNumber: string;
  readonly computerId: string;
  readonly licenseId: string;
}

/** The text whose hash is the activation code. */
export const activationText = ({ serialNumber, computerId, licenseId }: Seat): string =>
  [serialNumber, computerId, licenseId, "activation"].join("\n");

/** The text whose hash proves to the school that a request for a seat came over whole. */
export const requestText = (hardware: string, { serialNumber, computerId, licenseId }: Seat) =>
  [hardware, computerId, licenseId, serialNumber].join("\n");

/** When things were, in milliseconds since 1970 by this machine's clock. */
export interface LicenceTimes {
  /** When the school last said that the licence holds. */
  readonly good: number;
  /** The highest time ever seen, and what has passed since on a clock that was turned back. */
  readonly highest: number;
  /** What the clock showed when it was last looked at. */
  readonly seen: number;
}

/** The school has said that the licence holds: from here on time is counted anew. */
export const confirmedAt = (now: number): LicenceTimes => ({
  good: now,
  highest: now,
  seen: now,
});

/**
 * The times after another look at the clock. Turned back it buys nothing: the highest time stays,
 * and what passes on the wrong clock is added to it. In short steps only, so that somebody whose
 * clock began at 1970 and is set right again loses an hour and not half a century.
 */
export const lookAtClock = ({ good, highest, seen }: LicenceTimes, now: number): LicenceTimes => {
  const step = Math.min(Math.max(now - seen, 0), MAX_STEP_MS);
  return { good, highest: now < highest ? highest + step : now, seen: now };
};

/** Whether the school has been silent for longer than the days of grace. */
export const hasLapsed = ({ good, highest }: LicenceTimes): boolean => highest - good > GRACE_MS;

/**
 * The times of a licence that came in a file. One that was signed later than the one before begins
 * time anew, so that a clock that was set ahead by mistake does not lock a machine for good. Taken in
 * a second time it wins back nothing, and never does time begin before the day it was signed.
 * @param issued when it was signed
 * @param before the licence that was here; null: none
 */
export const timesOfFile = (
  issued: number,
  before: { readonly issued: number; readonly times: LicenceTimes } | null,
  now: number,
): LicenceTimes => {
  if (before && issued <= before.issued) return lookAtClock(before.times, now);
  return { good: issued, highest: Math.max(now, issued), seen: now };
};

/**
 * Whether a licence opens the app no more: one in a file after its last day, any other when the
 * school has been silent for too long.
 * @param until the last day of a licence in a file; null for any other
 */
export const isOver = (until: string | null, times: LicenceTimes): boolean =>
  until === null ? hasLapsed(times) : hasEnded(until, times.highest);

/** Whether the school is to be asked again. @param asked when it was asked last; null: not yet */
export const isCheckDue = (asked: number | null, now: number): boolean =>
  asked === null || now < asked || now - asked >= CHECK_INTERVAL_MS;
