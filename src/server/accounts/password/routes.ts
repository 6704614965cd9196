import { changePassword } from "../../../contract/account.ts";
import { forgotPassword } from "../../../contract/forgot-password.ts";
import { MIN_PASSWORD_LENGTH } from "../../../domain/password.ts";
import { recordOwnChange } from "../../audit/record-change.ts";
import { type App, publicRoute, route } from "../../http/route.ts";
import { findFirstAnswer, keyedRequest, repeated, writeOnce } from "../../idempotent-write.ts";
import { readOrganisations } from "../../news/mail-news.ts";
import { createLink, mailWithLink } from "../../people/links.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import { serverLanguage } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import { findOwner, setPassword } from "../account-rows.ts";
import type { SignInAttempts } from "../session/sign-in-attempts.ts";
import { passwordProblem } from "./password-rule.ts";

const assertGood = async (password: string, names: readonly string[]): Promise<void> => {
  const problem = await passwordProblem(password, names);
  if (problem === "too-short") {
    throw invalid("new_password", `must have at least ${MIN_PASSWORD_LENGTH} characters`);
  }
  if (problem === "too-common") {
    throw new HttpProblem(422, "password/too_common", "The new password is easy to guess", {
      errors: [{ path: "new_password", message: "is easy to guess" }],
    });
  }
};

/** Changes the person's own password, once for each `Idempotency-Key`. Their sessions on other machines end. */
export const changePasswordRoute = (
  app: App,
  services: Services,
  attempts: SignInAttempts,
): void => {
  const { database, passwords, tokens, clock } = services;

  route(app, services, changePassword, async ({ request, body, person, untilGone }) => {
    const { accountId } = person;
    const keyed = keyedRequest(request, person, clock());
    // A repeat names the password that its first request has replaced.
    const first = await findFirstAnswer(database.read, keyed);
    if (first) {
      tokens.forget(accountId);
      return repeated<Record<string, never>>(first, keyed);
    }
    const account = await database.read
      .selectFrom("account")
      .select(["username", "email", "password"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    await assertGood(body.new_password, [account.username, account.email]);
    const { current_password } = body;
    const isRight = await attempts.verifyOwn(
      accountId,
      current_password,
      account.password,
      untilGone,
    );
    if (!isRight) throw new HttpProblem(403, "password/wrong_password", "Wrong password");
    const hash = await passwords.hash(body.new_password);
    const answer = await writeOnce(database, keyed, async (db) => {
      await setPassword(db, accountId, hash, person.tokenHash);
      await recordOwnChange(db, clock(), accountId, { password: true });
      return {};
    });
    tokens.forget(accountId);
    return answer;
  });
};

/** Limits the mails to one account, so that nobody can flood a mailbox. */
const MAILS_TO_AN_ACCOUNT = 3;
const MAX_AT_ONCE = 50;

/** Mails a one-time link for a new password. The answer is the same for known and unknown names. */
export const forgotPasswordRoute = (app: App, services: Services): void => {
  const { database, mailer, clock, background, log, failures, keyedHash } = services;

  const serve = async (emailOrUsername: string, asked: string): Promise<void> => {
    const account = await findOwner(database.read, emailOrUsername);
    if (!account || account.blocked !== null) return;
    const mails = { key: keyedHash("mail", String(account.id)), failures: MAILS_TO_AN_ACCOUNT };
    if ((await failures.take([mails])) > 0) return;
    const language = serverLanguage(asked);
    const secret = await database.write((db) =>
      createLink(db, account.id, "password-reset", language, clock()),
    );
    const link = { account, language, secret };
    const organisations = readOrganisations(database.read);
    await mailer.send(await mailWithLink(services, organisations, link, "password-reset"));
  };

  publicRoute(app, services, forgotPassword, ({ body }) => {
    const { emailOrUsername, language } = body;
    if (emailOrUsername.trim() === "") throw invalid("emailOrUsername", "is required");
    // Runs after the answer, so that the response time does not reveal whether the account exists.
    if (background.size < MAX_AT_ONCE) {
      background.run("Mailing a link for a new password", () => serve(emailOrUsername, language));
    } else {
      log.warn("Too many mails are waiting; one was not sent");
    }
    return {};
  });
};
