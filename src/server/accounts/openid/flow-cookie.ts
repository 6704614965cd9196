import type { HonoRequest } from "hono";
import { parse, serialize } from "hono/utils/cookie";
import * as v from "valibot";
import { isSameText } from "../../secrets.ts";
import type { KeyedHash } from "../hashing-key.ts";

/**
 * The state of a sign-in while the browser is at the provider. A signed cookie holds it, so that
 * any server of the school can read it and no other browser has it. The school stores nothing, so
 * that starting sign-ins cannot fill its disk.
 */
const flow = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  /** Null: it signs nobody in, and shows what the provider says of the person. */
  challenge: v.nullable(v.string()),
  back: v.string(),
  language: v.string(),
  expires: v.number(),
});

export type Flow = v.InferOutput<typeof flow>;

/** How long a person may take at the provider's form. */
export const FLOW_LIFE_MS = 10 * 60_000;

export const CALLBACK = "/api/openid/callback";

/** Each tab has its own cookie, because two may sign in at once. */
const nameOf = (state: string): string => `openid-${state.slice(0, 8).replace(/[^\w-]/g, "")}`;

/** A keyed hash has 132 bits, enough for a signature that lives for ten minutes. */
const signatureOf = (keyedHash: KeyedHash, text: string): string => keyedHash("openid-flow", text);

const cookie = (name: string, value: string, seconds: number, isSecure: boolean): string =>
  serialize(name, value, {
    path: CALLBACK,
    maxAge: seconds,
    httpOnly: true,
    secure: isSecure,
    // The provider returns with a top-level navigation, which sends a `Lax` cookie.
    sameSite: "Lax",
  });

/** The `Set-Cookie` header that stores a sign-in. */
export const flowCookie = (keyedHash: KeyedHash, value: Flow, isSecure: boolean): string => {
  const text = Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${text}.${signatureOf(keyedHash, text)}`;
  return cookie(nameOf(value.state), signed, FLOW_LIFE_MS / 1000, isSecure);
};

/** The `Set-Cookie` header that deletes it. */
export const noFlowCookie = (state: string, isSecure: boolean): string =>
  cookie(nameOf(state), "", 0, isSecure);

/**
 * Reads the sign-in of a browser.
 * @returns null if it has none with this state, or if it has expired
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
  if (!isSameText(signature, signatureOf(keyedHash, text))) return null;
  const found = v.safeParse(flow, JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  return found.success && found.output.state === state && found.output.expires > now
    ? found.output
    : null;
};
