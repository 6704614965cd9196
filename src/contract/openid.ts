import * as v from "valibot";
import { call } from "./call.ts";
import { signedIn } from "./session.ts";

/*
 * Signing in with the school's own accounts, by OpenID Connect, only at our school.
 *
 * The app makes a secret that never leaves it, and opens `startOpenId` with the secret's SHA-256. The
 * provider's form follows, and the browser comes back to the app's page with a one-time code, or the reason
 * why not, after the `#`, which no browser sends. Code and secret together are exchanged for a session.
 * So neither an address nor a log has anything that lets somebody in.
 */

/** After the `#` of the page that the browser comes back to. */
export const OPENID_CODE = "openid-code";
export const OPENID_ERROR = "openid-error";

/** Why signing in with an account of the school did not work. */
export const OPENID_ERRORS = [
  /** The provider does not answer. */
  "away",
  /** The person has declined, or the provider has. */
  "declined",
  /** An answer that cannot be trusted, such as one that has been used before. */
  "invalid",
  /** The provider has not verified the person's mail address. */
  "unverified",
  /** No account of the school belongs to the person. */
  "unknown",
  /** The provider names a level that the school does not have. */
  "bad-level",
  /** The account is blocked. */
  "blocked",
  /** Too many attempts from this network. */
  "throttled",
] as const;

export type OpenIdError = (typeof OPENID_ERRORS)[number];

/**
 * `GET /openid/start`, opened by a browser: leads to the provider's form. `challenge` is the SHA-256 of the
 * app's secret, in hex; `back` the address of the app's page; `language` that of the interface. With `try` it needs
 * neither of the first two: nobody is signed in, and the browser ends at a page with what the provider says of the
 * person.
 */
export const startOpenId = call.get("/openid/start", {
  open: true,
  query: ["challenge", "back", "language", "try"],
  answer: "bytes",
});

/**
 * `POST /openid/confirm`, from the desktop app's page in the browser: the browser has come back to the
 * machine of the app. 404 `openid/invalid_code`.
 */
export const confirmOpenId = call.post("/openid/confirm", {
  open: true,
  body: v.object({ code: v.string() }),
  answer: "nothing",
});

/**
 * `GET /openid/done`, opened by a browser: a page that says how signing in has ended. `error` is absent where
 * it has worked.
 */
export const showOpenIdDone = call.get("/openid/done", {
  open: true,
  query: ["language", "error"],
  answer: "bytes",
});

/**
 * `POST /openid/session`: exchanges the secret for a session. A page that got the code sends it along. An app
 * without a page in the browser, as on a desktop, asks with the secret alone until the browser has confirmed
 * the code; until then `session` is null. 404 `openid/invalid_code`, 429 when throttled.
 */
export const finishOpenId = call.post("/openid/session", {
  open: true,
  body: v.object({
    secret: v.string(),
    code: v.nullish(v.string(), null),
    sessionId: v.nullish(v.string(), null),
  }),
  answer: v.object({ session: v.nullable(signedIn) }),
});
