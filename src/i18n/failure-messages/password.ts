import type { PasswordFailure } from "../../services/account.ts";
import type { MessageId } from "../message-id.ts";

/** What a refused change of password says. */
export const passwordMessages = {
  "wrong-password": "profile.wrong",
  "too-short": "profile.too-short",
  unexpected: "profile.unexpected",
} as const satisfies Record<PasswordFailure["kind"], MessageId>;
