import type { FailureAlert } from "./failure-alert.ts";

const refused = { tone: "error", title: "failure.title", seconds: 15 } as const;

/** The alerts for a second step that did not work. */
export const secondStepAlerts = {
  expired: { ...refused, text: "second-step.expired" },
  "passkey-failed": { ...refused, text: "second-step.passkey-failed" },
  "passkey-not-added": { ...refused, text: "second-factor.passkey-failed" },
} as const satisfies Record<string, FailureAlert>;
