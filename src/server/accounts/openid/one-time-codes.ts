import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { asSecret, createSecret, hashOf } from "../../secrets.ts";

const CODE_LIFE_MS = 60_000;

/** A sign-in that the provider has confirmed. */
interface Confirmed {
  readonly account_id: number;
  readonly id_token: string;
}

/** The SHA-256 of the app's secret. The app computes the same. */
const challengeOf = (secret: string): string => hash("sha256", secret);

/** Deletes expired codes; call within a write. */
export const sweepCodes = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db.deleteFrom("openid_code").where("expires", "<=", now).execute();
};

/** Stores a new code for the app whose secret has this hash; call within a write. */
export const createCode = async (
  db: Kysely<Tables>,
  challenge: string,
  { account_id, id_token }: Confirmed,
  now: number,
): Promise<string> => {
  const code = createSecret();
  await sweepCodes(db, now);
  await db
    .insertInto("openid_code")
    .values({
      hash: hashOf(code),
      challenge,
      account_id,
      id_token,
      confirmed: 0,
      expires: now + CODE_LIFE_MS,
    })
    .execute();
  return code;
};

/**
 * Records that the browser has delivered a code to the app's machine; call within a write.
 * @returns whether the code is valid
 */
export const confirmCode = async (
  db: Kysely<Tables>,
  code: string,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("openid_code")
    .set({ confirmed: 1 })
    .where("hash", "=", hashOf(asSecret(code)))
    .where("confirmed", "=", 0)
    .where("expires", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whether a code has been confirmed for the app with this secret. */
export const isConfirmed = async (
  db: Kysely<Tables>,
  secret: string,
  now: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom("openid_code")
    .select("hash")
    .where("challenge", "=", challengeOf(secret))
    .where("confirmed", "=", 1)
    .where("expires", ">", now)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Takes and deletes a code; call within a write.
 * @param code null: the one that the browser has confirmed
 */
export const takeCode = (
  db: Kysely<Tables>,
  secret: string,
  code: string | null,
  now: number,
): Promise<Confirmed | undefined> =>
  db
    .deleteFrom("openid_code")
    .where("challenge", "=", challengeOf(secret))
    .where("expires", ">", now)
    .$if(code !== null, (query) => query.where("hash", "=", hashOf(asSecret(code ?? ""))))
    .$if(code === null, (query) => query.where("confirmed", "=", 1))
    .returning(["account_id", "id_token"])
    .executeTakeFirst();
