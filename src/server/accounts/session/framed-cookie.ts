import type { HonoRequest } from "hono";
import { parse, serialize } from "hono/utils/cookie";
import { asSecret, type Secret } from "../../secrets.ts";
import { TOKEN_LIFE_MS } from "./tokens.ts";

/**
 * A cookie that keeps a session for the app in a frame of another site, where the browser refuses the frame
 * its storage. It holds the session's token, so it ends with the token. It authorises no call: one call alone
 * reads it, and gives the token back to the app's own page. Its prefix makes browsers refuse one that
 * another host, or a page without HTTPS, has set.
 */
const COOKIE = "__Host-framed-session";
const TOKEN = /^[\w-]{1,200}$/;

/** Browsers keep one for each site that shows the school, and send it in that site's pages alone. */
const withLife = (value: string, seconds: number): string =>
  serialize(COOKIE, value, {
    path: "/",
    maxAge: seconds,
    httpOnly: true,
    secure: true,
    sameSite: "None",
    partitioned: true,
  });

/** The `Set-Cookie` header that keeps a session. */
export const framedCookie = (token: Secret): string => withLife(token, TOKEN_LIFE_MS / 1000);

/** The `Set-Cookie` header that ends it. */
export const noFramedCookie = (): string => withLife("", 0);

/** The token of the session that a browser keeps; null: none. */
export const keptToken = (request: HonoRequest): Secret | null => {
  const kept = parse(request.header("cookie") ?? "", COOKIE)[COOKIE];
  return kept !== undefined && TOKEN.test(kept) ? asSecret(kept) : null;
};
