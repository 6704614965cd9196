import type { Kysely } from "kysely";
import type { Account, Tables } from "../../db/schema.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { accountById } from "../account-rows.ts";
import type { SignInAttempts } from "../session/sign-in-attempts.ts";
import type { SignedIn } from "../session/tokens.ts";
import { verifyPasskey } from "./passkeys.ts";
import type { RelyingParty } from "./relying-party.ts";
import {
  isTotpCode,
  passkeysOf,
  readRecoveryCode,
  recoveryHash,
  stepOfCode,
  totpOf,
} from "./second-factor-rows.ts";

/** @returns verifies that the owner of the account makes a request, and not somebody with a stolen token */
export const createOwnerCheck = (services: Services, attempts: SignInAttempts) => {
  const { database } = services;

  const spendCode = async (accountId: number, code: string): Promise<boolean> => {
    const useUp = await verifyCode(services, accountId, code);
    return useUp !== null && database.write(useUp);
  };

  const isRight = async (account: Account, proof: string, untilGone: AbortSignal) => {
    // A password has at least eight characters, so six digits are a code.
    if (isTotpCode(proof)) {
      return attempts.verifyOwnCode(account.id, () => spendCode(account.id, proof));
    }
    // A password may look like a recovery code, so a text that is no valid code is tried as a
    // password.
    if (readRecoveryCode(proof) !== null && (await spendCode(account.id, proof))) return true;
    return attempts.verifyOwn(account.id, proof, account.password, untilGone);
  };

  /**
   * @param proof the password, a code of the authenticator app, or a recovery code
   * @throws HttpProblem 403, 429
   */
  return async ({ accountId }: SignedIn, proof: string, untilGone: AbortSignal) => {
    const account = await accountById(database.read, accountId);
    if (await isRight(account, proof, untilGone)) return account;
    throw new HttpProblem(403, "password/wrong_password", "Wrong password");
  };
};

/**
 * Marks a verified factor as used, so that it cannot be repeated; call within a write.
 * @returns false if another answer has used it first
 */
export type UseUp = (db: Kysely<Tables>) => Promise<boolean>;

const verifyTotp = async (
  { database, clock }: Services,
  accountId: number,
  code: string,
): Promise<UseUp | null> => {
  const app = await totpOf(database.read, accountId);
  const now = clock();
  const step = app ? stepOfCode(app.secret, code, now) : null;
  if (step === null) return null;
  return async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("totp")
      .set({ last_step: step, last_used: now })
      .where("account_id", "=", accountId)
      .where("last_step", "<", step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
};

/**
 * Verifies a code of an authenticator app, or a recovery code.
 * @returns a function that marks it as used; null if it is wrong
 */
export const verifyCode = async (
  services: Services,
  accountId: number,
  text: string,
): Promise<UseUp | null> => {
  const digits = text.replace(/\s/g, "");
  if (isTotpCode(digits)) return verifyTotp(services, accountId, digits);
  const code = readRecoveryCode(text);
  if (code === null) return null;
  const hash = recoveryHash(services, accountId, code);
  return async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("recovery_code")
      .where("account_id", "=", accountId)
      .where("hash", "=", hash)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  };
};

/**
 * Verifies an answer of one of the account's passkeys.
 * @param challenge the challenge that the passkey must have signed
 * @returns a function that marks it as used; null if it is wrong
 */
export const verifyPasskeyAnswer = async (
  { database, clock, sites }: Services,
  accountId: number,
  party: RelyingParty | null,
  challenge: string,
  answer: { readonly id: string },
): Promise<UseUp | null> => {
  const passkeys = await passkeysOf(database.read, accountId);
  const passkey = passkeys.find(({ id }) => id === answer.id);
  if (!passkey || !party || challenge === "") return null;
  const counter = await verifyPasskey(party, challenge, answer, passkey, sites.origins);
  if (counter === null) return null;
  return async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("passkey")
      .set({ counter, last_used: clock() })
      .where("id", "=", passkey.id)
      .where("counter", "=", passkey.counter)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
};
