import { createPublicKey, type KeyObject } from "node:crypto";
import type { Database } from "../../db/open-database.ts";
import { ensureSetting } from "../../db/settings.ts";
import { inBase64Url, newSigningKey, readSigningKey, withSignature } from "../../signing-key.ts";

/** The setting that holds the private key for notifications. */
const PUSH_KEY = "push_key";

/** The keys by which push services know the school (VAPID, RFC 8292). */
interface VapidKeys {
  readonly privateKey: KeyObject;
  /** A point of the curve P-256, uncompressed, in base64url: browsers take it so. */
  readonly publicKey: string;
}

/** The public half of a key, as browsers take it. */
const pointOf = (key: KeyObject): string => {
  const { x = "", y = "" } = createPublicKey(key).export({ format: "jwk" });
  return Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]).toString("base64url");
};

/**
 * The school's keys for notifications. Creates them on first use, once for all servers of the school.
 * A browser takes notifications only from the key that it has subscribed with.
 */
export const vapidKeys = async (database: Database): Promise<VapidKeys> => {
  const privateKey = readSigningKey(await ensureSetting(database, PUSH_KEY, newSigningKey));
  return { privateKey, publicKey: pointOf(privateKey) };
};

/** A push service refuses more than 24 hours. A clock that is hours wrong does no harm. */
const VALID_SECONDS = 12 * 3600;

/**
 * The `Authorization` header for a push service, which shows that a message is the school's.
 * @param service the origin of the push service
 * @param school the school's address, where it can be reached; null if it has none that others know
 */
export const vapidHeader = (
  { privateKey, publicKey }: VapidKeys,
  service: string,
  school: string | null,
  now: number,
): string => {
  const header = inBase64Url({ typ: "JWT", alg: "ES256" });
  const claims = inBase64Url({
    aud: service,
    exp: Math.floor(now / 1000) + VALID_SECONDS,
    ...(school !== null && { sub: school }),
  });
  return `vapid t=${withSignature(privateKey, `${header}.${claims}`)}, k=${publicKey}`;
};
