import type { HonoRequest } from "hono";
import type { Kysely, Selectable } from "kysely";
import type { SentSecondStep } from "../../../contract/second-factor.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Database } from "../../db/open-database.ts";
import type { Account, Tables } from "../../db/schema.ts";
import { HttpProblem } from "../../problem.ts";
import { asSecret, createSecret, hashOf } from "../../secrets.ts";
import type { Services } from "../../services.ts";
import { newPasskeyOptions, passkeyRequest, setUpChallenge } from "./passkeys.ts";
import { relyingPartyOf, schoolName } from "./relying-party.ts";
import { newTotpSecret, passkeysOf, totpOf, totpUri } from "./second-factor-rows.ts";

type SecondStepRow = Selectable<Tables["second_step"]>;
export type Purpose = SecondStepRow["purpose"];

const MAX_TRIES = 5;

const MINUTE_MS = 60_000;
/** How long a challenge is valid. For a set-up, a person may have to install an app first. */
const LIFE_MS = {
  "sign-in": 5 * MINUTE_MS,
  "set-up": 15 * MINUTE_MS,
  passkey: 15 * MINUTE_MS,
  totp: 15 * MINUTE_MS,
  "totp-done": 15 * MINUTE_MS,
  "totp-codes": 15 * MINUTE_MS,
} as const satisfies Record<Purpose, number>;

/** The 410 for a challenge that is unknown, used, expired, or had too many wrong answers. */
export const expiredStep = (): HttpProblem =>
  new HttpProblem(410, "second_factor/expired", "This has taken too long; begin again");

export const wrongFactor = (): HttpProblem =>
  new HttpProblem(403, "second_factor/wrong", "This code or passkey is not right");

/**
 * Begins a second step; call within a write.
 * @returns its challenge, of which the database stores only a hash
 */
export const beginStep = async (
  db: Kysely<Tables>,
  step: Pick<SecondStepRow, "account_id" | "purpose" | "session_id" | "secret">,
  now: number,
): Promise<string> => {
  const challenge = createSecret();
  await db.deleteFrom("second_step").where("expires", "<=", now).execute();
  await db
    .insertInto("second_step")
    .values({ ...step, hash: hashOf(challenge), tries: 0, expires: now + LIFE_MS[step.purpose] })
    .execute();
  return challenge;
};

/**
 * Finds a second step that is still valid.
 * @throws HttpProblem 410
 */
export const findStep = async (
  db: Kysely<Tables>,
  challenge: string,
  purposes: readonly Purpose[],
  now: number,
): Promise<SecondStepRow> => {
  const step = await db
    .selectFrom("second_step")
    .selectAll()
    .where("hash", "=", hashOf(asSecret(challenge)))
    .where("purpose", "in", [...purposes])
    .where("tries", "<", MAX_TRIES)
    .where("expires", ">", now)
    .executeTakeFirst();
  if (!step) throw expiredStep();
  return step;
};

/**
 * Counts an answer before it is verified, so that the limit also holds for parallel answers.
 * @throws HttpProblem 410
 */
export const countTry = async (
  { write }: Pick<Database, "write">,
  { hash }: SecondStepRow,
  now: number,
): Promise<void> => {
  const { numUpdatedRows } = await write((db) =>
    db
      .updateTable("second_step")
      .set((row) => ({ tries: row("tries", "+", 1) }))
      .where("hash", "=", hash)
      .where("tries", "<", MAX_TRIES)
      .where("expires", ">", now)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw expiredStep();
};

/**
 * Ends a second step; call within the write that it allows, so that only one answer reaches that
 * write.
 * @throws HttpProblem 410
 */
export const endStep = async (db: Kysely<Tables>, { hash }: SecondStepRow): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom("second_step")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw expiredStep();
};

/**
 * Ends the set-up of an authenticator app, as `endStep`. Until it would have expired, its code may be sent again: the
 * first answer may have been lost.
 * @param hasCodes whether that answer has recovery codes
 * @throws HttpProblem 410
 */
export const endTotpStep = async (
  db: Kysely<Tables>,
  { hash }: SecondStepRow,
  hasCodes: boolean,
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable("second_step")
    .set({ purpose: hasCodes ? "totp-codes" : "totp-done" })
    .where("hash", "=", hash)
    .where("purpose", "=", "totp")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw expiredStep();
};

/**
 * Begins the second step of a sign-in after the right password.
 * @returns the requested factors; null if the password is enough, or was changed meanwhile
 */
export const beginSecondStep = async (
  services: Services,
  account: Account,
  sessionId: string | null,
  request: HonoRequest,
): Promise<SentSecondStep | null> => {
  const { database, clock } = services;
  const passkeys = await passkeysOf(database.read, account.id);
  const totp = await totpOf(database.read, account.id);
  const isSetUp = passkeys.length > 0 || totp !== undefined;
  const isRequired = services.settings.current.requiresSecondFactor && account.level >= TUTOR_LEVEL;
  if (!isSetUp && !isRequired) return null;
  const party = relyingPartyOf(services, request);
  const passkey = passkeys.length > 0 && party ? await passkeyRequest(party, passkeys) : null;
  const secret = isSetUp ? (passkey?.challenge ?? "") : newTotpSecret();
  const purpose = isSetUp ? "sign-in" : "set-up";
  const challenge = await database.write(async (db) => {
    const same = await db
      .selectFrom("account")
      .select("id")
      .where("id", "=", account.id)
      .where("password", "=", account.password)
      .executeTakeFirst();
    if (!same) return null;
    const step = { account_id: account.id, purpose, session_id: sessionId, secret } as const;
    return beginStep(db, step, clock());
  });
  if (challenge === null) return null;
  if (isSetUp) return { challenge, totp: totp !== undefined, passkey, setUp: null };
  const issuer = await schoolName(database.read, account.organisation_id);
  const uri = totpUri(secret, issuer, account.username);
  const signed = setUpChallenge(challenge);
  const created = await newPasskeyOptions(services, account, [], request, signed);
  return {
    challenge,
    totp: false,
    passkey: null,
    setUp: { secret, uri, passkey: created },
  };
};
