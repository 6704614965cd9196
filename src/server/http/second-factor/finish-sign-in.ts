import type { Kysely } from "kysely";
import { finishLogin } from "../../../contract/second-factor.ts";
import type { Tables } from "../../db/schema.ts";
import { isSecure } from "../client-address.ts";
import { invalid } from "../problem.ts";
import { type App, publicRoute } from "../route.ts";
import type { Services } from "../services.ts";
import { deviceCookie, deviceOf } from "../session/device-cookie.ts";
import type { SignInAttempts } from "../session/sign-in-attempts.ts";
import { signedInAnswer, startSession } from "../session/start-session.ts";
import { withCookie } from "../typed-answer.ts";
import { firstRecoveryCodes } from "./recovery-codes.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { countTry, endStep, expiredStep, findStep, wrongFactor } from "./second-steps.ts";
import { isTotpCode, stepOfCode } from "./totp.ts";
import { saveTotp } from "./totp-rows.ts";
import { type UseUp, verifyCode, verifyPasskeyAnswer } from "./verify-factor.ts";

/** The second step of a sign-in. */
export const secondStepRoute = (app: App, services: Services, attempts: SignInAttempts): void => {
  const { database, tokens, clock } = services;

  /** A first code, which sets up the authenticator app that the school requires. */
  const firstCode = (accountId: number, secret: string, text: string): UseUp | null => {
    const code = text.replace(/\s/g, "");
    const step = isTotpCode(code) ? stepOfCode(secret, code, clock()) : null;
    if (step === null) return null;
    return async (db: Kysely<Tables>) => {
      await saveTotp(db, { accountId, secret, step, now: clock() });
      return true;
    };
  };

  publicRoute(app, services, finishLogin, async ({ body, address, request }) => {
    const { challenge, code, passkey } = body;
    if ((code === null) === (passkey === null)) {
      throw invalid("code", "or passkey is required, and not both");
    }
    const step = await findStep(database.read, challenge, ["sign-in", "set-up"], clock());
    const account = await database.read
      .selectFrom("account")
      .selectAll()
      .where("id", "=", step.account_id)
      .executeTakeFirst();
    if (!account) throw expiredStep();
    const { id } = account;

    const verify = async (): Promise<UseUp | null> => {
      if (step.purpose === "set-up") return firstCode(id, step.secret, code ?? "");
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
        const recoveryCodes =
          step.purpose === "set-up" ? await firstRecoveryCodes(services, db, id) : [];
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
