import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { asSecret, hashOf, type SecretHash } from "../../secrets.ts";
import { FLOW_LIFE_MS } from "./flow-cookie.ts";
import { type Checks, newChecks } from "./provider.ts";

/*
 * An administrator tries a provider: the browser goes there and comes back as at a sign-in, but what it brings is
 * worth something only together with the session that has begun the try.
 */

/** Begins the `state` of a try, so that the callback knows it from that of a sign-in. */
const PREFIX = "try.";

/** Whether a browser comes back from a try. */
export const isTry = (state: string): boolean => state.startsWith(PREFIX);

export const newTryChecks = (): Checks => {
  const checks = newChecks();
  return { ...checks, state: PREFIX + checks.state };
};

const stateHash = (state: string): SecretHash => hashOf(asSecret(state));

/**
 * Stores a try in place of an earlier one of the same session; call within a write.
 * @param origin that of the app's page that waits for it
 */
export const createTry = async (
  db: Kysely<Tables>,
  token_hash: SecretHash,
  { state, nonce, verifier }: Checks,
  origin: string,
  now: number,
): Promise<void> => {
  await db.deleteFrom("openid_try").where("token_hash", "=", token_hash).execute();
  await db
    .insertInto("openid_try")
    .values({
      ...{ token_hash, state_hash: stateHash(state), nonce, verifier, origin },
      expires: now + FLOW_LIFE_MS,
    })
    .execute();
};

/** The origin of the page that waits for a try; null if there is no such try any more. */
export const originOfTry = async (
  db: Kysely<Tables>,
  state: string,
  now: number,
): Promise<string | null> => {
  const row = await db
    .selectFrom("openid_try")
    .select("origin")
    .where("state_hash", "=", stateHash(state))
    .where("expires", ">", now)
    .executeTakeFirst();
  return row?.origin ?? null;
};

/** Takes and deletes the try of a session; call within a write. */
export const takeTry = (
  db: Kysely<Tables>,
  token_hash: SecretHash,
  state: string,
  now: number,
): Promise<Pick<Checks, "nonce" | "verifier"> | undefined> =>
  db
    .deleteFrom("openid_try")
    .where("token_hash", "=", token_hash)
    .where("state_hash", "=", stateHash(state))
    .where("expires", ">", now)
    .returning(["nonce", "verifier"])
    .executeTakeFirst();

/** Deletes expired tries; call within a write. */
export const sweepTries = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db.deleteFrom("openid_try").where("expires", "<=", now).execute();
};
