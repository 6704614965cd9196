import type { SessionEnd, SignInFailure } from "../session.ts";
import type { FailureAlert } from "./failure-alert.ts";

const refused = { tone: "error", title: "failure.title", seconds: 6 } as const;

/** What a refused sign-in says. */
export const signInAlerts = {
  "wrong-name-or-password": { ...refused, text: "authorization.wrong" },
  throttled: { ...refused, text: "authorization.throttled", seconds: 15 },
  expired: { ...refused, text: "authorization.expired" },
  "no-connection": { ...refused, text: "failure.connection" },
} as const satisfies Record<SignInFailure["kind"], FailureAlert>;

const ended = { tone: "error", seconds: 10 } as const;

/** What the sign-in form says to somebody whose session ended; null: nothing needs saying. */
export const sessionEndAlerts = {
  "logged-out": null,
  "used-elsewhere": { ...ended, text: "authorization.used-elsewhere" },
  expired: { ...ended, text: "authorization.expired" },
  ended: { ...ended, text: "authorization.ended" },
} as const satisfies Record<SessionEnd, FailureAlert | null>;

/** After asking for a new password, whether or not that failed: nobody learns who has an account. */
export const forgotPasswordAlert = {
  tone: "info",
  text: "authorization.forgot-sent",
  seconds: 10,
} as const satisfies FailureAlert;
