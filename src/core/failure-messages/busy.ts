import type { FailureAlert } from "./failure-alert.ts";

/** The school has more to do than it can, and what was asked for comes later. */
export const busyAlert = {
  tone: "info",
  text: "screen.busy",
  seconds: 10,
} satisfies FailureAlert;
