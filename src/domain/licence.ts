import type { DayOf } from "./calendar.ts";
import { hasEnded } from "./licence-end.ts";

/** The shortest time between two licence checks at the school. */
export const CHECK_INTERVAL_MS = 10 * 60_000;

/** How long a licence stays valid without a check at the school. */
export const GRACE_MS = 14 * 24 * 60 * 60_000;

/** The largest step that counts while the clock is behind the highest known time. */
const MAX_STEP_MS = 60 * 60_000;

/** The serial number, machine and installation that a licence is bound to. */
export interface Seat {
  readonly serialNumber: string;
  readonly computerId: string;
  readonly licenseId: string;
}

/** The text to hash for the activation code. */
export const activationText = ({ serialNumber, computerId, licenseId }: Seat): string =>
  [serialNumber, computerId, licenseId, "activation"].join("\n");

/** The text to hash for the checksum of an activation request. */
export const requestText = (hardware: string, { serialNumber, computerId, licenseId }: Seat) =>
  [hardware, computerId, licenseId, serialNumber].join("\n");

/** Times of a licence by this machine's clock, in milliseconds since 1970. */
export interface LicenceTimes {
  /** When the school last confirmed the licence. */
  readonly good: number;
  /** The latest time that the clock has shown, plus the time passed since on a clock set back. */
  readonly highest: number;
  /** The clock at the last call of `advanceTimes`. */
  readonly seen: number;
}

/** The times after the school has confirmed the licence. */
export const confirmedAt = (now: number): LicenceTimes => ({
  good: now,
  highest: now,
  seen: now,
});

/**
 * The times at a new reading of the clock. Setting the clock back does not prolong the licence: the
 * highest time stays, and the time that passes on the wrong clock is added to it. Each step counts
 * at most an hour, so that a clock that starts at 1970 and is then corrected costs only an hour.
 */
export const advanceTimes = ({ good, highest, seen }: LicenceTimes, now: number): LicenceTimes => {
  const step = Math.min(Math.max(now - seen, 0), MAX_STEP_MS);
  return { good, highest: now < highest ? highest + step : now, seen: now };
};

/** Whether the last confirmation by the school is older than the grace period. */
export const hasLapsed = ({ good, highest }: LicenceTimes): boolean => highest - good > GRACE_MS;

/**
 * The times of a licence from a file. A licence that was signed later than the present one resets
 * the times, so that a clock that was set ahead by mistake does not lock a machine for good.
 * Installing the same file again resets nothing. The times never start before the file was signed.
 * @param issued when it was signed, in milliseconds since 1970
 * @param before the present licence; null: none
 */
export const timesOfLicenceFile = (
  issued: number,
  before: { readonly issued: number; readonly times: LicenceTimes } | null,
  now: number,
): LicenceTimes => {
  if (before && issued <= before.issued) return advanceTimes(before.times, now);
  return { good: issued, highest: Math.max(now, issued), seen: now };
};

/**
 * Whether a licence has expired: a licence file after its last day, any other after the grace
 * period.
 * @param until the last day of a licence file; null for any other licence
 * @param dayOf the school's day of a time
 */
export const isLicenceOver = (
  until: string | null,
  times: LicenceTimes,
  dayOf: DayOf<"school">,
): boolean => (until === null ? hasLapsed(times) : hasEnded(until, dayOf(times.highest)));

/** Whether a check at the school is due. @param lastCheck its time; null: there was none */
export const isCheckDue = (lastCheck: number | null, now: number): boolean =>
  lastCheck === null || now < lastCheck || now - lastCheck >= CHECK_INTERVAL_MS;
