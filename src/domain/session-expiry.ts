import { addMonths, type Day } from "./calendar.ts";
import { ADMIN_LEVEL, TUTOR_LEVEL } from "./roles.ts";

/**
 * Whether a session has expired: its expiration date is before the same day of next month, because
 * the server sends a date one month after the last day of access. Administrators never expire.
 * @param expire ISO date; null for an account that does not expire
 */
export const isSessionExpired = (
  expire: string | null,
  today: Day<"school">,
  level: number,
): boolean => level < ADMIN_LEVEL && expire !== null && expire < addMonths(today, 1);

/** Whose account is used on one device at a time: a later sign-in ends the earlier one. */
export const DEVICE_RULES = ["everyone", "students", "nobody"] as const;

export type DeviceRule = (typeof DEVICE_RULES)[number];

export const mayUseSeveralDevices = (rule: DeviceRule, level: number): boolean =>
  rule === "nobody" || (rule === "students" && level >= TUTOR_LEVEL);
