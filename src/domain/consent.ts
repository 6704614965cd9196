import { addDays, type Day } from "./calendar.ts";

/** For how many days the consent to store personal data is valid. */
export const PERSONAL_DATA_DAYS = 180;

export type Policy = "personaldata" | "mediaconsent";

export type Consent =
  | { readonly kind: "none" }
  /** `until` is the last valid day; null: it does not expire. Dates are `YYYY-MM-DD`. */
  | { readonly kind: "valid"; readonly accepted: string; readonly until: string | null }
  | { readonly kind: "expired"; readonly accepted: string; readonly since: string };

/**
 * Whether an accepted policy is still valid. The consent for personal data is valid for 180 days,
 * the one for photos and media does not expire.
 * @param accepted the day, maybe with a time; null if the policy was not accepted
 */
export const consentOf = (
  policy: Policy,
  accepted: string | null,
  today: Day<"student">,
): Consent => {
  if (accepted === null) return { kind: "none" };
  const day = addDays(accepted, 0);
  if (policy === "mediaconsent") return { kind: "valid", accepted: day, until: null };
  const since = addDays(day, PERSONAL_DATA_DAYS);
  return today < since
    ? { kind: "valid", accepted: day, until: addDays(since, -1) }
    : { kind: "expired", accepted: day, since };
};
