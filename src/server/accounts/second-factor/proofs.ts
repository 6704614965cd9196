import type { Account } from "../../db/schema.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { accountById } from "../account-rows.ts";
import type { SignInAttempts } from "../session/sign-in-attempts.ts";
import type { SignedIn } from "../session/tokens.ts";
import { readRecoveryCode } from "./recovery-codes.ts";
import { isTotpCode } from "./totp.ts";
import { verifyCode } from "./verify-factor.ts";

/** Verifies that the owner of the account makes a request, and not somebody with a stolen token. */
export const createProofs = (services: Services, attempts: SignInAttempts) => {
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

  return {
    /**
     * @param proof the password, a code of the authenticator app, or a recovery code
     * @throws HttpProblem 403, 429
     */
    async assertRight(
      { accountId }: SignedIn,
      proof: string,
      untilGone: AbortSignal,
    ): Promise<Account> {
      const account = await accountById(database.read, accountId);
      if (await isRight(account, proof, untilGone)) return account;
      throw new HttpProblem(403, "password/wrong_password", "Wrong password");
    },
  };
};
