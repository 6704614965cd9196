import type { MessageId } from "../../i18n/message-id.ts";
import type { PasswordFailure } from "./account.ts";

/** The messages for a password that could not be changed. */
export const passwordMessages = {
  "wrong-password": "profile.wrong",
  "too-short": "profile.too-short",
  "too-common": "profile.too-common",
  throttled: "profile.throttled",
  unexpected: "profile.unexpected",
} as const satisfies Record<PasswordFailure["kind"], MessageId>;
