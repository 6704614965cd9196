import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import { finishLogin } from "../../../contract/second-factor.ts";
import { recordOwnChange } from "../../audit/record-change.ts";
import { isSecure } from "../../client-address.ts";
import type { Tables } from "../../db/schema.ts";
import { withCookie } from "../../http/answer.ts";
import { type App, publicRoute } from "../../http/route.ts";
import { invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { accountsById } from "../account-rows.ts";
import { deviceCookie, deviceOf } from "../session/cookies.ts";
import type { SignInAttempts } from "../session/sign-in-attempts.ts";
import { signedInAnswer, startSession } from "../session/start-session.ts";
import { savePasskey, setUpChallenge, verifyGivenPasskey } from "./passkeys.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { firstRecoveryCodes, hasSecondFactor, saveTotp, stepOfCode } from "./second-factor-rows.ts";
import { countTry, endStep, expiredStep, findStep, wrongFactor } from "./second-steps.ts";
import { type UseUp, verifyCode, verifyPasskeyAnswer } from "./verify-factor.ts";

export const secondStepRoute = (app: App, services: Services, attempts: SignInAttempts): void => {
  const { database, tokens, clock } = services;

  /**
   * Locks the account and refuses a set-up if it has a second factor meanwhile. Otherwise somebody
   * who knows only the password could replace the owner's factor, or add one at another server at
   * the same time.
   */
  const assertNoneYet = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
    await database.lockAccount(db, accountId);
    if (await hasSecondFactor(db, accountId)) throw expiredStep();
  };

  /** A first code, which sets up the authenticator app that the school requires. */
  const firstCode = (accountId: number, secret: string, code: string): UseUp | null => {
    const step = stepOfCode(secret, code, clock());
    if (step === null) return null;
    return async (db) => {
      await assertNoneYet(db, accountId);
      await saveTotp(db, accountId, secret, step, clock());
      return true;
    };
  };

  /** A new passkey in place of the app. */
  const firstPasskey = async (
    accountId: number,
    request: HonoRequest,
    challenge: string,
    given: Parameters<typeof verifyGivenPasskey>[3],
  ): Promise<UseUp | null> => {
    const signed = setUpChallenge(challenge).toString("base64url");
    const verified = await verifyGivenPasskey(services, request, signed, given);
    if (!verified) return null;
    return async (db) => {
      await assertNoneYet(db, accountId);
      return savePasskey(services, db, accountId, verified);
    };
  };

  publicRoute(app, services, finishLogin, async ({ body, address, request }) => {
    const { challenge, code, passkey, newPasskey } = body;
    if ([code, passkey, newPasskey].filter((given) => given !== null).length !== 1) {
      throw invalid("code", "or passkey or newPasskey is required, and only one of them");
    }
    const step = await findStep(database.read, challenge, ["sign-in", "set-up"], clock());
    const id = step.account_id;
    const account = (await accountsById(database.read, [id])).get(id);
    if (!account) throw expiredStep();

    const verify = async (): Promise<UseUp | null> => {
      if (step.purpose === "set-up") {
        return newPasskey
          ? firstPasskey(id, request, challenge, newPasskey)
          : firstCode(id, step.secret, code ?? "");
      }
      if (passkey === null) return verifyCode(services, id, code ?? "");
      return verifyPasskeyAnswer(
        services,
        id,
        relyingPartyOf(services, request),
        step.secret,
        passkey,
      );
    };

    const from = { address, device: deviceOf(request) };
    const signedIn = await attempts.verifySecond(account, from, async ({ device, budget }) => {
      await countTry(database, step, clock());
      const useUp = await verify();
      if (useUp === null) return null;
      return database.write(async (db) => {
        if (!(await useUp(db))) return null;
        await endStep(db, step);
        const token = await startSession(services, db, account, step.session_id);
        if (token === null) throw expiredStep();
        const isNew = step.purpose === "set-up";
        const recoveryCodes = isNew ? await firstRecoveryCodes(services, db, id) : [];
        if (isNew) {
          const kind = newPasskey ? "passkey" : "app";
          await recordOwnChange(db, clock(), id, { second_factor: kind });
        }
        const known = await attempts.succeeded(db, id, { ...from, device }, budget);
        return { token, recoveryCodes, device: known };
      });
    });
    if (signedIn === null) throw wrongFactor();
    tokens.forget(id);
    const { token, recoveryCodes, device } = signedIn;
    const answer = await signedInAnswer(services, account, step.session_id, token);
    return withCookie(
      { ...answer, recoveryCodes },
      deviceCookie(device, isSecure(services, request)),
    );
  });
};
