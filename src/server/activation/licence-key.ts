import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
} from "node:crypto";
import type { Actor } from "../../domain/audit.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Database } from "../db/open-database.ts";
import { ensureSetting, readSetting, writeSetting } from "../db/settings.ts";

/** The setting that holds the private key for licences: PKCS #8, DER, base64url. */
const LICENCE_KEY = "licence_key";

const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ format: "der", type: "pkcs8" })
    .toString("base64url");

const privateKey = (stored: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(stored, "base64url"), format: "der", type: "pkcs8" });

/**
 * The school's private key for licences, on the curve P-256. Creates it on first use. Reads it each
 * time, because a command may have replaced it.
 */
export const licenceKey = async (database: Database): Promise<KeyObject> => {
  const value = await ensureSetting(database, LICENCE_KEY, newKey);
  return privateKey(value);
};

/** Whether a key exists. */
export const hasLicenceKey = async ({ read }: Database): Promise<boolean> =>
  (await readSetting(read, LICENCE_KEY)) !== null;

/** Names a key in records and licence files. It opens nothing. */
export const keyIdOf = (key: KeyObject): string =>
  hash("sha256", exportPublicKey(key)).slice(0, 16);

/** Replaces the key with a new one. Existing licences remain signed with the old key. */
export const replaceLicenceKey = ({ write }: Database, actor: Actor, now: number): Promise<void> =>
  write(async (db) => {
    const created = newKey();
    await writeSetting(db, LICENCE_KEY, created);
    const subject = keyIdOf(privateKey(created));
    await recordChange(db, now, { actor, action: "changed", kind: "key", subject, name: "" });
  });

/**
 * The public half of a private key, in the form that desktop builds take: SPKI, DER, base64url, on
 * one line.
 */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64url");
