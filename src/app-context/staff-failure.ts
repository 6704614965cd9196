import type { MessageId } from "../i18n/message-id.ts";
import type { CallFailure } from "../transport/call-failure.ts";

/** Why something of the staff's desk could not be fetched. */
export type StaffFailure = {
  readonly kind: "not-fetched" | "invalid-content" | "not-found" | "not-allowed";
};

export const staffFailureMessages = {
  "not-fetched": "desk-failure.not-fetched",
  "invalid-content": "desk-failure.invalid-content",
  "not-found": "staff.not-found",
  "not-allowed": "staff.not-allowed",
} as const satisfies Record<StaffFailure["kind"], MessageId>;

/** The code with which the school has refused a call; empty if no answer came. */
export const refusalCode = (failure: CallFailure): string =>
  failure.kind === "refused" ? failure.code : "";

export const staffFailureOf = (failure: CallFailure): StaffFailure => {
  if (failure.kind === "refused" && failure.status === 404) return { kind: "not-found" };
  if (failure.kind === "refused" && failure.status === 403) return { kind: "not-allowed" };
  const isInvalid = failure.kind === "undecodable" && failure.json;
  return { kind: isInvalid ? "invalid-content" : "not-fetched" };
};
