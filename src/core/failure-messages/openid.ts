import type { OpenIdError } from "../../contract/openid.ts";
import type { FailureAlert } from "./failure-alert.ts";

const refused = { tone: "error", title: "failure.title", seconds: 15 } as const;

/** The alerts for a failed sign-in with an account of the school's own. */
export const openIdAlerts = {
  away: { ...refused, text: "openid.away" },
  declined: { ...refused, text: "openid.declined" },
  invalid: { ...refused, text: "openid.invalid" },
  "no-window": { ...refused, text: "openid.no-window" },
  unverified: { ...refused, text: "openid.unverified" },
  unknown: { ...refused, text: "openid.unknown" },
  "bad-level": { ...refused, text: "openid.bad-level" },
  blocked: { ...refused, text: "openid.blocked" },
  throttled: { ...refused, text: "openid.throttled" },
} as const satisfies Record<OpenIdError | "no-window", FailureAlert>;
