import type { SessionEnd, SignInFailure } from "../session.ts";
import type { FailureAlert } from "./failure-alert.ts";

const refused = { tone: "error", title: "failure.title", seconds: 6 } as const;

/** The alerts for a failed sign-in. A wrong password is said at its field. */
export const signInAlerts = {
  throttled: { ...refused, text: "authorization.throttled", seconds: 15 },
  expired: { ...refused, text: "authorization.expired" },
  blocked: { ...refused, text: "authorization.blocked" },
  "no-connection": { ...refused, text: "failure.connection" },
} as const satisfies Record<
  Exclude<SignInFailure["kind"], "second-factor" | "busy" | "wrong-name-or-password">,
  FailureAlert
>;

const ended = { tone: "error", seconds: 10 } as const;

/** The alerts for the end of a session; null: no alert. */
export const sessionEndAlerts = {
  "logged-out": null,
  "used-elsewhere": { ...ended, text: "authorization.used-elsewhere" },
  expired: { ...ended, text: "authorization.expired" },
  ended: { ...ended, text: "authorization.ended" },
} as const satisfies Record<SessionEnd, FailureAlert | null>;

/**
 * The alert after every request for a new password, so that it does not tell who has an account.
 */
export const forgotPasswordAlert = {
  tone: "info",
  text: "authorization.forgot-sent",
  seconds: 10,
} as const satisfies FailureAlert;
