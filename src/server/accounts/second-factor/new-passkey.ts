import { hash } from "node:crypto";
import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import type { Account, Tables } from "../../db/schema.ts";
import { invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import {
  type PasskeyRow,
  passkeyCreation,
  type VerifiedPasskey,
  verifyNewPasskey,
} from "./passkeys.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { schoolName } from "./school-name.ts";

const MAX_NAME = 100;

/**
 * The challenge for a new passkey during a sign-in. The step's secret is that of an authenticator
 * app, so the challenge is derived from the one of the sign-in, which is random, secret and valid
 * once.
 */
export const setUpChallenge = (challenge: string): Buffer =>
  hash("sha256", `passkey\n${challenge}`, "buffer");

/** Options for a new passkey of an account; null if the school's address cannot have passkeys. */
export const newPasskeyOptions = async (
  services: Services,
  account: Account,
  passkeys: readonly PasskeyRow[],
  request: HonoRequest,
  challenge?: Uint8Array,
) => {
  const party = relyingPartyOf(services, request);
  if (!party) return null;
  const owner = {
    handle: services.keyedHash("passkey owner", String(account.id)),
    username: account.username,
    displayName: `${account.first_name} ${account.last_name}`.trim(),
    school: await schoolName(services.database.read, account.organisation_id),
  };
  return passkeyCreation(party, owner, passkeys, challenge);
};

/**
 * Verifies a passkey that a browser has just created.
 * @param challenge the challenge that it must have signed
 * @returns the columns to store; null if it is wrong
 * @throws HttpProblem 422 for its name
 */
export const verifyGivenPasskey = async (
  services: Services,
  request: HonoRequest,
  challenge: string,
  given: { readonly name: string; readonly passkey: unknown },
): Promise<(VerifiedPasskey & { name: string }) | null> => {
  const name = given.name.trim();
  if (name === "") throw invalid("name", "is required");
  if (name.length > MAX_NAME) throw invalid("name", `must have at most ${MAX_NAME} characters`);
  const party = relyingPartyOf(services, request);
  const verified =
    party && (await verifyNewPasskey(party, challenge, given.passkey, services.sites.origins));
  return verified && { ...verified, name };
};

/** Saves a verified passkey; call within a write. @returns false if there is one with its id already */
export const savePasskey = async (
  { clock }: Pick<Services, "clock">,
  db: Kysely<Tables>,
  accountId: number,
  passkey: VerifiedPasskey & { name: string },
): Promise<boolean> => {
  const added = await db
    .insertInto("passkey")
    .values({ ...passkey, account_id: accountId, created: clock(), last_used: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
};
