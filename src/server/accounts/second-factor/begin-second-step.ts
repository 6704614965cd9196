import type { HonoRequest } from "hono";
import type { SentSecondStep } from "../../../contract/second-factor.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Account } from "../../db/schema.ts";
import type { Services } from "../../services.ts";
import { newPasskeyOptions, setUpChallenge } from "./new-passkey.ts";
import { passkeyRequest } from "./passkeys.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { schoolName } from "./school-name.ts";
import { passkeysOf, totpOf } from "./second-factor-rows.ts";
import { beginStep } from "./second-steps.ts";
import { newTotpSecret, totpUri } from "./totp.ts";

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
  const isRequired = services.requiresSecondFactor && account.level >= TUTOR_LEVEL;
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
