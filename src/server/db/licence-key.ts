import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "./open-database.ts";
import type { Tables } from "./schema.ts";

/** The setting that holds the private key for licences: PKCS #8, DER, base64url. */
const LICENCE_KEY = "licence_key";

const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ format: "der", type: "pkcs8" })
    .toString("base64url");

const keyOf = (value: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(value, "base64url"), format: "der", type: "pkcs8" });

const readKey = async (db: Kysely<Tables>): Promise<KeyObject | null> => {
  const row = await db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", LICENCE_KEY)
    .executeTakeFirst();
  return row ? keyOf(row.value) : null;
};

/**
 * The school's private key for licences, on the curve P-256. Creates it on first use. Reads it each
 * time, because a command may have replaced it.
 */
export const licenceKey = async ({ read, write }: Database): Promise<KeyObject> => {
  const known = await readKey(read);
  if (known) return known;
  return write(async (db) => {
    await db
      .insertInto("setting")
      .values({ name: LICENCE_KEY, value: newKey() })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const made = await readKey(db);
    if (!made) throw new Error("The new licence key is missing");
    return made;
  });
};

/** Whether a key exists. */
export const hasLicenceKey = async ({ read }: Database): Promise<boolean> =>
  (await readKey(read)) !== null;

/** Replaces the key with a new one. Existing licences remain signed with the old key. */
export const replaceLicenceKey = async ({ write }: Database): Promise<void> => {
  const value = newKey();
  await write((db) =>
    db
      .insertInto("setting")
      .values({ name: LICENCE_KEY, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute(),
  );
};

/**
 * The public half of a private key, in the form that desktop builds take: SPKI, DER, base64url, on
 * one line.
 */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64url");
