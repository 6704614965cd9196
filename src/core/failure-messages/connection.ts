import type { FailureAlert } from "./failure-alert.ts";

/** The school could not be reached. */
export const connectionAlert = {
  tone: "error",
  text: "failure.connection",
  seconds: 6,
} satisfies FailureAlert;

/** The code of the app could not be loaded; it is loaded again. */
export const appMissingAlert = { ...connectionAlert, seconds: 20 } satisfies FailureAlert;

export const backOnlineAlert = {
  tone: "info",
  text: "failure.back-online",
  seconds: 5,
} satisfies FailureAlert;
