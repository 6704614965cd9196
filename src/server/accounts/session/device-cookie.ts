import { randomBytes } from "node:crypto";
import type { HonoRequest } from "hono";
import { parse, serialize } from "hono/utils/cookie";
import { PLACE_LIFE_MS } from "../known-places.ts";

/**
 * A cookie that identifies a browser to the school. It gives no access: it only prevents failures
 * of strangers from locking out people who have signed in on this device before. Browsers send it
 * only with a sign-in, and no script can read it.
 */
const COOKIE = "device";
const PATH = "/api/user/login";
const DEVICE = /^[\w-]{22}$/;

export const newDevice = (): string => randomBytes(16).toString("base64url");

/** The device that a request names; null when it names none. */
export const deviceOf = (request: HonoRequest): string | null => {
  const device = parse(request.header("cookie") ?? "", COOKIE)[COOKIE];
  return device !== undefined && DEVICE.test(device) ? device : null;
};

/**
 * The `Set-Cookie` header for a device.
 * @param isSecure whether people reach the school by HTTPS. A browser then also takes the cookie in
 *   the frame of another site, and keeps one for each site that shows the school.
 */
export const deviceCookie = (device: string, isSecure: boolean): string =>
  serialize(COOKIE, device, {
    path: PATH,
    maxAge: PLACE_LIFE_MS / 1000,
    httpOnly: true,
    ...(isSecure
      ? { secure: true, sameSite: "None" as const, partitioned: true }
      : { sameSite: "Lax" as const }),
  });
