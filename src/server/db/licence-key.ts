import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "./open-database.ts";
import type { Tables } from "./schema.ts";

/** The setting that holds the key that licences are signed with: PKCS #8, DER, base64url. */
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
 * The school's private key for licences, on the curve P-256; made when it is first asked for.
 * It is read anew each time, since a command may have replaced it.
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
    if (!made) throw new Error("The key that was just made is gone");
    return made;
  });
};

/** Whether there is a key already. */
export const hasLicenceKey = async ({ read }: Database): Promise<boolean> =>
  (await readKey(read)) !== null;

/** Puts a new key in place of the one there is. Licences signed before are the old key's. */
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

/** A private key's public half as desktop builds take it: SPKI, DER, base64url, in one line. */
export const publicHalf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64url");
