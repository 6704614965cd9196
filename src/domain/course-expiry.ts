import { addDays, type Day } from "./calendar.ts";
import { ADMIN_LEVEL } from "./roles.ts";

/** For how many days a course stays open after its `expDate`. */
export const EXPIRY_EXTENSION_DAYS = 5;

export interface Subscription {
  expDate: string | null;
  subDate: string | null;
  subMonths: number | null;
}

export type CourseState =
  | { kind: "active"; until: string | null }
  | { kind: "expired"; on: string }
  | { kind: "no-subscription" };

/** The last day on which a course is open, `YYYY-MM-DD`; null if it does not expire. */
export const lastDay = (subscription: Subscription): string | null =>
  subscription.expDate && addDays(subscription.expDate, EXPIRY_EXTENSION_DAYS);

/** Whether a course may be studied today. For administrators all courses are active. */
export const courseState = (
  subscription: Subscription,
  today: Day<"school">,
  level: number,
): CourseState => {
  const until = lastDay(subscription);
  if (level >= ADMIN_LEVEL) return { kind: "active", until };
  if (!subscription.subDate && !subscription.subMonths) return { kind: "no-subscription" };
  return until !== null && until < today
    ? { kind: "expired", on: until }
    : { kind: "active", until };
};
