import type { FailureAlert } from "./failure-alert.ts";

/** The school has more to do than it can, and what was asked for comes later. */
export const busyAlert = {
  tone: "info",
  text: "screen.busy",
  seconds: 10,
} satisfies FailureAlert;

/** The school refuses a sign-in for some seconds. */
export const busySignInAlert = {
  tone: "info",
  text: "screen.busy-sign-in",
  seconds: 20,
} satisfies FailureAlert;
