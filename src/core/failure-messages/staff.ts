import type { FailureTable } from "../match-failure.ts";

/** The messages for what the desk of the staff could not fetch. */
export const staffFailures = {
  403: "staff.not-allowed",
  404: "staff.not-found",
  undecodable: "desk-failure.invalid-content",
  else: "desk-failure.not-fetched",
} as const satisfies FailureTable;
