import { randomBytes } from "node:crypto";
import type { HonoRequest } from "hono";
import { parse, serialize } from "hono/utils/cookie";
import { asSecret, type Secret } from "../../secrets.ts";
import { ORIGIN_LIFE_MS } from "../known-origins.ts";
import { TOKEN_LIFE_MS } from "./tokens.ts";

/**
 * A cookie that identifies a browser to the school. It gives no access: it only prevents failures
 * of strangers from locking out people who have signed in on this device before. Browsers send it
 * only with a sign-in, and no script can read it.
 */
const DEVICE_COOKIE = "device";
const PATH = "/api/user/login";
const DEVICE = /^[\w-]{22}$/;

export const newDevice = (): string => randomBytes(16).toString("base64url");

/** The device that a request names; null when it names none. */
export const deviceOf = (request: HonoRequest): string | null => {
  const device = parse(request.header("cookie") ?? "", DEVICE_COOKIE)[DEVICE_COOKIE];
  return device !== undefined && DEVICE.test(device) ? device : null;
};

/**
 * The `Set-Cookie` header for a device.
 * @param isSecure whether people reach the school by HTTPS. A browser then also takes the cookie in
 *   the frame of another site, and keeps one for each site that shows the school.
 */
export const deviceCookie = (device: string, isSecure: boolean): string =>
  serialize(DEVICE_COOKIE, device, {
    path: PATH,
    maxAge: ORIGIN_LIFE_MS / 1000,
    httpOnly: true,
    ...(isSecure
      ? { secure: true, sameSite: "None" as const, partitioned: true }
      : { sameSite: "Lax" as const }),
  });

/**
 * A cookie that keeps a session for the app in a frame of another site, where the browser refuses the frame
 * its storage. It holds the session's token, so it ends with the token. It authorises no call: one call alone
 * reads it, and gives the token back to the app's own page. Its prefix makes browsers refuse one that
 * another host, or a page without HTTPS, has set.
 */
const FRAMED_COOKIE = "__Host-framed-session";
const TOKEN = /^[\w-]{1,200}$/;

/** Browsers keep one for each site that shows the school, and send it in that site's pages alone. */
const withLife = (value: string, seconds: number): string =>
  serialize(FRAMED_COOKIE, value, {
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
  const kept = parse(request.header("cookie") ?? "", FRAMED_COOKIE)[FRAMED_COOKIE];
  return kept !== undefined && TOKEN.test(kept) ? asSecret(kept) : null;
};
