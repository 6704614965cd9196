import type { FailureTable } from "../../core/match-failure.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

/** The messages for what could not be fetched. */
export const deskFailures = {
  404: "desk.none-here",
  undecodable: "desk-failure.invalid-content",
  else: "desk-failure.not-fetched",
} as const satisfies FailureTable;

/** The codes for what is no longer there, at a school with a desk. */
const GONE: readonly string[] = ["assignment/not_found", "student/not_found"];

const isMissing = (failure: CallFailure | null, isAtDesk: boolean): boolean =>
  failure?.kind === "refused" && failure.status === 404 && GONE.includes(failure.code) === isAtDesk;

/** Whether the hand-in or the student is not there, or not this tutor's. */
export const isGone = (failure: CallFailure | null): boolean => isMissing(failure, true);

export const isWithoutDesk = (failure: CallFailure | null): boolean => isMissing(failure, false);
