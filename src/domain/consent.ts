import { addDays } from "./calendar.ts";

/** How many days the consent to keep personal data holds. */
export const PERSONAL_DATA_DAYS = 180;

/** The policies that somebody can accept. */
export type Policy = "personaldata" | "mediaconsent";

export type Consent =
  | { readonly kind: "none" }
  /** `until` is the last day on which it holds; null: without an end. Dates are `YYYY-MM-DD`. */
  | { readonly kind: "valid"; readonly accepted: string; readonly until: string | null }
  | { readonly kind: "expired"; readonly accepted: string; readonly since: string };

/**
 * What an acceptance is worth: that of personal data holds while it is under 180 days old, that of
 * photos and media without an end.
 * @param accepted ISO date, or null where nothing was accepted
 * @param today `YYYY-MM-DD`
 */
export const consentOf = (policy: Policy, accepted: string | null, today: string): Consent => {
  if (accepted === null) return { kind: "none" };
  const day = accepted.slice(0, 10);
  if (policy === "mediaconsent") return { kind: "valid", accepted: day, until: null };
  const since = addDays(day, PERSONAL_DATA_DAYS);
  return today < since
    ? { kind: "valid", accepted: day, until: addDays(day, PERSONAL_DATA_DAYS - 1) }
    : { kind: "expired", accepted: day, since };
};
