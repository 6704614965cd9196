import type { SessionEnd, SignInFailure } from "../../services/session.ts";
import type { MessageId } from "../message-id.ts";

/** What a refused sign-in says. */
export const signInMessages = {
  "wrong-name-or-password": "authorization.wrong",
  throttled: "authorization.throttled",
  expired: "authorization.expired",
  "no-connection": "failure.connection",
} as const satisfies Record<SignInFailure["kind"], MessageId>;

/** What the sign-in form says to somebody whose session ended; null: nothing needs saying. */
export const sessionEndMessages = {
  "logged-out": null,
  "used-elsewhere": "authorization.used-elsewhere",
  expired: "authorization.expired",
  ended: "authorization.ended",
} as const satisfies Record<SessionEnd, MessageId | null>;
