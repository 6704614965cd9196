import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import type { Database } from "../../db/open-database.ts";
import { ensureSetting } from "../../db/settings.ts";

/** The setting that holds the private key for notifications: PKCS #8, DER, base64url. */
const PUSH_KEY = "push_key";

const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ format: "der", type: "pkcs8" })
    .toString("base64url");

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
  const value = await ensureSetting(database, PUSH_KEY, newKey);
  const privateKey = createPrivateKey({
    key: Buffer.from(value, "base64url"),
    format: "der",
    type: "pkcs8",
  });
  return { privateKey, publicKey: pointOf(privateKey) };
};

/** A push service refuses more than 24 hours. A clock that is hours wrong does no harm. */
const VALID_SECONDS = 12 * 3600;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

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
  const header = part({ typ: "JWT", alg: "ES256" });
  const claims = part({
    aud: service,
    exp: Math.floor(now / 1000) + VALID_SECONDS,
    ...(school !== null && { sub: school }),
  });
  const signed = `${header}.${claims}`;
  const signature = sign("sha256", Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
  }).toString("base64url");
  return `vapid t=${signed}.${signature}, k=${publicKey}`;
};
