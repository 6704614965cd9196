import type { MessageId } from "../i18n/message-id.ts";
import type { PasskeySupport } from "./passkeys.ts";

/** The messages for why no passkey can be added on this page. */
export const whyNoPasskeys = {
  "no-address": "second-factor.no-address",
  elsewhere: "second-factor.elsewhere",
  "no-browser": "second-factor.no-browser",
  framed: "second-factor.framed",
} as const satisfies Record<Exclude<PasskeySupport, "available">, MessageId>;
