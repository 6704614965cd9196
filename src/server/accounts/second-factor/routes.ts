import type { Kysely } from "kysely";
import {
  beginPasskey,
  beginTotp,
  finishPasskey,
  finishTotp,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../../contract/second-factor.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { recordOwnChange } from "../../audit/record-change.ts";
import type { Tables } from "../../db/schema.ts";
import { type App, route } from "../../http/route.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import type { SignInAttempts } from "../session/sign-in-attempts.ts";
import type { SignedIn } from "../session/tokens.ts";
import { newPasskeyOptions, savePasskey, verifyGivenPasskey } from "./passkeys.ts";
import { relyingPartyOf, schoolName } from "./relying-party.ts";
import {
  countRecoveryCodes,
  firstRecoveryCodes,
  hasSecondFactor,
  newTotpSecret,
  passkeysOf,
  replaceRecoveryCodes,
  saveTotp,
  stepOfCode,
  totpOf,
  totpUri,
} from "./second-factor-rows.ts";
import {
  beginStep,
  countTry,
  endStep,
  endTotpStep,
  expiredStep,
  findStep,
  type Purpose,
  wrongFactor,
} from "./second-steps.ts";
import { createOwnerCheck } from "./verify-factor.ts";

const MAX_PASSKEYS = 20;

const isoTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

const tooManyPasskeys = () =>
  new HttpProblem(409, "account/limit_reached", `You may have at most ${MAX_PASSKEYS} passkeys`);

const noPasskeys = () =>
  new HttpProblem(409, "second_factor/no_passkeys", "The school's address cannot have passkeys");

/** The calls with which a signed-in person changes their second factor. */
export const secondFactorRoutes = (
  app: App,
  services: Services,
  attempts: SignInAttempts,
): void => {
  const { database, clock } = services;
  const assertOwner = createOwnerCheck(services, attempts);

  /** Changes the second factor of an account, while it is locked at all servers. */
  const change = <Value>(accountId: number, work: (db: Kysely<Tables>) => Promise<Value>) =>
    database.write(async (db) => {
      await database.lockAccount(db, accountId);
      return work(db);
    });

  route(app, services, getSecondFactor, async ({ person, request }) => {
    const passkeys = await passkeysOf(database.read, person.accountId);
    const totp = await totpOf(database.read, person.accountId);
    return {
      passkeys: passkeys.map(({ id, name, created, last_used }) => ({
        id,
        name,
        created: isoTime(created),
        lastUsed: isoTime(last_used),
      })),
      totp: totp ? { created: isoTime(totp.created), lastUsed: isoTime(totp.last_used) } : null,
      recoveryCodes: await countRecoveryCodes(database.read, person.accountId),
      required: services.settings.current.requiresSecondFactor && person.level >= TUTOR_LEVEL,
      passkeyDomain: relyingPartyOf(services, request)?.id ?? null,
    };
  });

  route(app, services, beginPasskey, async ({ body, person, request, untilGone }) => {
    const account = await assertOwner(person, body.proof, untilGone);
    const passkeys = await passkeysOf(database.read, account.id);
    const options = await newPasskeyOptions(services, account, passkeys, request);
    if (!options) throw noPasskeys();
    if (passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const step = { account_id: account.id, purpose: "passkey", session_id: null } as const;
    const challenge = await database.write((db) =>
      beginStep(db, { ...step, secret: options.challenge }, clock()),
    );
    return { challenge, options };
  });

  /** Finds the step of this person, and counts the answer. */
  const ownStep = async ({ accountId }: SignedIn, challenge: string, ...purposes: Purpose[]) => {
    const step = await findStep(database.read, challenge, purposes, clock());
    // The challenge of another person is refused without counting a try of its owner.
    if (step.account_id !== accountId) throw wrongFactor();
    await countTry(database, step, clock());
    return step;
  };

  route(app, services, finishPasskey, async ({ body, person, request }) => {
    const step = await ownStep(person, body.challenge, "passkey");
    const verified = await verifyGivenPasskey(services, request, step.secret, body);
    if (!verified) throw wrongFactor();
    const { accountId } = person;
    return change(accountId, async (db) => {
      await endStep(db, step);
      // Several may have begun while there was room for one.
      if ((await passkeysOf(db, accountId)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
      if (!(await savePasskey(services, db, accountId, verified))) throw wrongFactor();
      await recordOwnChange(db, clock(), accountId, { second_factor: "passkey" });
      return { recoveryCodes: await firstRecoveryCodes(services, db, accountId) };
    });
  });

  route(app, services, beginTotp, async ({ body, person, untilGone }) => {
    const account = await assertOwner(person, body.proof, untilGone);
    const secret = newTotpSecret();
    const issuer = await schoolName(database.read, account.organisation_id);
    const step = { account_id: account.id, purpose: "totp", session_id: null, secret } as const;
    const challenge = await database.write((db) => beginStep(db, step, clock()));
    return { challenge, secret, uri: totpUri(secret, issuer, account.username) };
  });

  route(app, services, finishTotp, async ({ body, person }) => {
    const row = await ownStep(person, body.challenge, "totp", "totp-done", "totp-codes");
    const step = stepOfCode(row.secret, body.code, clock());
    if (step === null) throw wrongFactor();
    const { accountId } = person;
    return change(accountId, async (db) => {
      if (row.purpose !== "totp") {
        if ((await totpOf(db, accountId))?.secret !== row.secret) throw expiredStep();
        // Those that the person had before stay.
        if (row.purpose === "totp-done") return { recoveryCodes: [] };
        // Nobody has seen the codes of the lost answer.
        await recordOwnChange(db, clock(), accountId, { recovery_codes: true });
        return { recoveryCodes: await replaceRecoveryCodes(services, db, accountId) };
      }
      const recoveryCodes = await firstRecoveryCodes(services, db, accountId);
      await endTotpStep(db, row, recoveryCodes.length > 0);
      await saveTotp(db, accountId, row.secret, step, clock());
      await recordOwnChange(db, clock(), accountId, { second_factor: "app" });
      return { recoveryCodes };
    });
  });

  route(app, services, renewRecoveryCodes, async ({ body, person, untilGone }) => {
    await assertOwner(person, body.proof, untilGone);
    if (!(await hasSecondFactor(database.read, person.accountId))) {
      throw new HttpProblem(409, "second_factor/not_set_up", "There is no second factor yet");
    }
    const codes = await change(person.accountId, async (db) => {
      await recordOwnChange(db, clock(), person.accountId, { recovery_codes: true });
      return replaceRecoveryCodes(services, db, person.accountId);
    });
    return { recoveryCodes: codes };
  });

  route(app, services, removeSecondFactor, async ({ body, person, untilGone }) => {
    const { accountId, level } = person;
    await assertOwner(person, body.proof, untilGone);
    await change(accountId, async (db) => {
      const { numDeletedRows } = await (body.passkey === null
        ? db.deleteFrom("totp").where("account_id", "=", accountId).executeTakeFirst()
        : db
            .deleteFrom("passkey")
            .where("account_id", "=", accountId)
            .where("id", "=", body.passkey)
            .executeTakeFirst());
      if (numDeletedRows === 0n) {
        throw new HttpProblem(404, "second_factor/not_found", "There is no such second factor");
      }
      const removed = body.passkey === null ? "app" : "passkey";
      await recordOwnChange(db, clock(), accountId, { second_factor_removed: removed });
      if (await hasSecondFactor(db, accountId)) return;
      if (services.settings.current.requiresSecondFactor && level >= TUTOR_LEVEL) {
        const detail = "The school requires a second factor; add another one first";
        throw new HttpProblem(409, "second_factor/required", detail);
      }
      await db.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
    });
    return {};
  });
};
