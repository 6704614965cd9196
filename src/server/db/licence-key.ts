import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import type { Database } from "./open-database.ts";
import { ensureSetting, readSetting, writeSetting } from "./settings.ts";

/** The setting that holds the private key for licences: PKCS #8, DER, base64url. */
const LICENCE_KEY = "licence_key";

const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ format: "der", type: "pkcs8" })
    .toString("base64url");

/**
 * The school's private key for licences, on the curve P-256. Creates it on first use. Reads it each
 * time, because a command may have replaced it.
 */
export const licenceKey = async (database: Database): Promise<KeyObject> => {
  const value = await ensureSetting(database, LICENCE_KEY, newKey);
  return createPrivateKey({ key: Buffer.from(value, "base64url"), format: "der", type: "pkcs8" });
};

/** Whether a key exists. */
export const hasLicenceKey = async ({ read }: Database): Promise<boolean> =>
  (await readSetting(read, LICENCE_KEY)) !== null;

/** Replaces the key with a new one. Existing licences remain signed with the old key. */
export const replaceLicenceKey = ({ write }: Database): Promise<void> =>
  write((db) => writeSetting(db, LICENCE_KEY, newKey()));

/**
 * The public half of a private key, in the form that desktop builds take: SPKI, DER, base64url, on
 * one line.
 */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64url");
