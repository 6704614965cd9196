import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "./open-database.ts";

/** The setting that holds the key, in base64url. */
const HASHING_KEY = "hashing_key";

/** Hashes a text so that nobody without the school's key can guess it: 132 bits, base64url. */
export type KeyedHash = (kind: string, text: string) => string;

const HASH_LENGTH = 22;

/**
 * The school's keyed hash, for what is stored or logged only to be compared: names that failed to
 * sign in, addresses, devices. All servers of a database have the same key, created on first use.
 */
export const openKeyedHash = async ({ read, write }: Database): Promise<KeyedHash> => {
  const stored = () =>
    read.selectFrom("setting").select("value").where("name", "=", HASHING_KEY).executeTakeFirst();
  let row = await stored();
  if (!row) {
    await write((db) =>
      db
        .insertInto("setting")
        .values({ name: HASHING_KEY, value: randomBytes(32).toString("base64url") })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute(),
    );
    row = await stored();
  }
  if (!row) throw new Error("The key for hashes is missing");
  const key = Buffer.from(row.value, "base64url");
  return (kind, text) =>
    createHmac("sha256", key).update(`${kind}\n${text}`).digest("base64url").slice(0, HASH_LENGTH);
};
