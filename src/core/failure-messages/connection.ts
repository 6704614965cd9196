import type { FailureAlert } from "./failure-alert.ts";

/** What somebody asked for did not arrive. */
export const connectionAlert = {
  tone: "error",
  text: "failure.connection",
  seconds: 6,
} satisfies FailureAlert;

/** The app itself did not arrive; it is asked for again. */
export const appMissingAlert = { ...connectionAlert, seconds: 20 } satisfies FailureAlert;

export const backOnlineAlert = {
  tone: "info",
  text: "failure.back-online",
  seconds: 5,
} satisfies FailureAlert;
