import type { MessageId } from "../../i18n/message-id.ts";
import type { SigningFailure } from "./licence-signing.ts";

/** Why a request was not signed. */
export const signingFailureMessages = {
  "no-connection": "licence-file.no-connection",
  throttled: "licence-file.throttled",
  "no-request": "licence-file.no-request",
  "other-version": "licence-file.other-version",
  "not-own": "licence-file.not-own",
  "unknown-serial": "licence-file.unknown-serial",
  "not-registered": "licence-file.not-registered",
  "no-seat": "licence-file.no-seat",
  "not-offered": "licence-file.not-offered",
} as const satisfies Record<SigningFailure, MessageId>;
