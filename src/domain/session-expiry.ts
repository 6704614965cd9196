import { addMonths } from "./calendar.ts";
import { ADMIN_LEVEL } from "./roles.ts";

/**
 * A session is expired once its expiration date is before the same day of next month:
 * the server sends a date one month after the last day of access. Administrators never expire.
 * @param expire ISO date, or null for an account without an end
 * @param today `YYYY-MM-DD`
 */
export const isSessionExpired = (expire: string | null, today: string, level: number): boolean =>
  level < ADMIN_LEVEL && expire !== null && expire.slice(0, 10) < addMonths(today, 1);
