import { timingSafeEqual } from "node:crypto";
import type { HonoRequest } from "hono";
import { parse, serialize } from "hono/utils/cookie";
import * as v from "valibot";
import type { KeyedHash } from "../../db/hashing-key.ts";

/**
 * What the school has to know when the browser comes back from the provider. It is in a signed cookie: any
 * server of the school reads it, nobody else's browser has it, and starting a sign-in stores nothing at the
 * school, so nobody can fill it up that way.
 */
const flow = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  challenge: v.string(),
  back: v.string(),
  language: v.string(),
  expires: v.number(),
});

export type Flow = v.InferOutput<typeof flow>;

/** How long a person may take at the provider's form. */
export const FLOW_LIFE_MS = 10 * 60_000;

export const CALLBACK = "/api/openid/callback";

/** Two tabs may sign in at once: each has a cookie of its own. */
const nameOf = (state: string): string => `openid-${state.slice(0, 8).replace(/[^\w-]/g, "")}`;

/** A keyed hash has 132 bits, enough for a signature that lives for ten minutes. */
const signatureOf = (keyedHash: KeyedHash, text: string): string => keyedHash("openid-flow", text);

const cookie = (name: string, value: string, seconds: number, isSecure: boolean): string =>
  serialize(name, value, {
    path: CALLBACK,
    maxAge: seconds,
    httpOnly: true,
    secure: isSecure,
    // The provider's page leads back with a plain link, with which the browser sends it.
    sameSite: "Lax",
  });

/** The `Set-Cookie` header that keeps a sign-in under way. */
export const flowCookie = (keyedHash: KeyedHash, value: Flow, isSecure: boolean): string => {
  const text = Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${text}.${signatureOf(keyedHash, text)}`;
  return cookie(nameOf(value.state), signed, FLOW_LIFE_MS / 1000, isSecure);
};

/** The `Set-Cookie` header that forgets it. */
export const noFlowCookie = (state: string, isSecure: boolean): string =>
  cookie(nameOf(state), "", 0, isSecure);

const isEqual = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * The sign-in that a browser has under way.
 * @returns null if it has none of this state, or it has taken too long
 */
export const readFlow = (
  keyedHash: KeyedHash,
  request: HonoRequest,
  state: string,
  now: number,
): Flow | null => {
  const name = nameOf(state);
  const cookies = parse(request.header("cookie") ?? "", name);
  const [text = "", signature = ""] = (cookies[name] ?? "").split(".");
  const expected = Buffer.from(signatureOf(keyedHash, text));
  if (!isEqual(Buffer.from(signature), expected)) return null;
  const found = v.safeParse(flow, JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  return found.success && found.output.state === state && found.output.expires > now
    ? found.output
    : null;
};
