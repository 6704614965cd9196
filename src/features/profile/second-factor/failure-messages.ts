import type { MessageId } from "../../../i18n/message-id.ts";
import type { SecondFactorFailure } from "./second-factor-model.ts";

/** The messages for a second factor that could not be changed. */
export const secondFactorMessages = {
  "wrong-proof": "second-factor.wrong-proof",
  "wrong-code": "second-step.wrong",
  expired: "second-factor.expired",
  last: "second-factor.last",
  limit: "second-factor.limit",
  "passkey-failed": "second-factor.passkey-failed",
  "passkey-exists": "second-factor.passkey-exists",
  throttled: "profile.throttled",
  "no-connection": "failure.connection",
} as const satisfies Record<SecondFactorFailure["kind"], MessageId>;
