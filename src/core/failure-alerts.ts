import type { MessageId } from "../i18n/message-id.ts";
import type { Alert } from "./alerts.ts";
import type { FailureTable } from "./match-failure.ts";
import type { SessionEnd } from "./session.ts";

export type FailureAlert = Omit<Alert<MessageId>, "id" | "values">;

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

const refused = { tone: "error", title: "failure.title", seconds: 20 } as const;

/** The alerts for a failed sign-in. A wrong password is said at its field. */
export const signInAlerts = {
  /** The password is right, and the school has locked the account. */
  403: { ...refused, text: "authorization.blocked" },
  429: { ...refused, text: "authorization.throttled", seconds: 15 },
  expired: { ...refused, text: "authorization.expired" },
  else: { ...refused, text: "failure.connection", seconds: 6 },
} as const satisfies FailureTable<"expired", FailureAlert>;

const ended = { tone: "error", seconds: 10 } as const;

/** The alerts for the end of a session; null: no alert. */
export const sessionEndAlerts = {
  "logged-out": null,
  "used-elsewhere": { ...ended, text: "authorization.used-elsewhere" },
  expired: { ...ended, text: "authorization.expired" },
  ended: { ...ended, text: "authorization.ended" },
} as const satisfies Record<SessionEnd, FailureAlert | null>;
