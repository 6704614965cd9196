import { createHmac, randomBytes } from "node:crypto";
import type { Database } from "../db/open-database.ts";
import { ensureSetting } from "../db/settings.ts";

/** The setting that holds the key, in base64url. */
const HASHING_KEY = "hashing_key";

/** Hashes a text so that nobody without the school's key can guess it: 132 bits, base64url. */
export type KeyedHash = (kind: string, text: string) => string;

const HASH_LENGTH = 22;

interface OpenKeyedHash {
  hash: KeyedHash;
  /** Reads the key again. A restore replaces it with the key of the backup. */
  refresh(): Promise<void>;
}

/** The key in the database, which is created on first use. */
const readKey = async (database: Database): Promise<Buffer> => {
  const create = () => randomBytes(32).toString("base64url");
  return Buffer.from(await ensureSetting(database, HASHING_KEY, create), "base64url");
};

/**
 * The school's keyed hash, for values that are stored or logged only to be compared: names of
 * failed sign-ins, addresses, devices. All servers of a database have the same key.
 */
export const openKeyedHash = async (database: Database): Promise<OpenKeyedHash> => {
  let key = await readKey(database);
  return {
    hash: (kind, text) =>
      createHmac("sha256", key)
        .update(`${kind}\n${text}`)
        .digest("base64url")
        .slice(0, HASH_LENGTH),
    refresh: async () => {
      key = await readKey(database);
    },
  };
};
