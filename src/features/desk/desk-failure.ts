import type { FailureTable } from "../../core/match-failure.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

/** Why something of the desk could not be fetched. */
export type DeskFailure = {
  readonly kind: "not-fetched" | "invalid-content" | /** The school has no desk. */ "no-desk";
};

export const deskFailureMessages = {
  "not-fetched": "desk-failure.not-fetched",
  "invalid-content": "desk-failure.invalid-content",
  "no-desk": "desk.none-here",
} as const satisfies Record<DeskFailure["kind"], MessageId>;

export const deskFailureOf = (failure: CallFailure): DeskFailure => {
  if (failure.kind === "refused" && failure.status === 404) return { kind: "no-desk" };
  const isInvalid = failure.kind === "undecodable" && failure.json;
  return { kind: isInvalid ? "invalid-content" : "not-fetched" };
};

/** The messages for what the desk could not fetch. */
export const deskFailures = {
  undecodable: "desk-failure.invalid-content",
  else: "desk-failure.not-fetched",
} as const satisfies FailureTable;

/** Whether a list failed because the school has no desk. */
export const hasNoDesk = (failure: CallFailure | null): boolean =>
  failure?.kind === "refused" && failure.status === 404;
