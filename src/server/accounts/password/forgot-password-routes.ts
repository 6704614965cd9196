import { forgotPassword } from "../../../contract/session.ts";
import { createMutex } from "../../../lib/mutex.ts";
import type { Account } from "../../db/schema.ts";
import { type App, publicRoute } from "../../http/route.ts";
import { readOrganisations } from "../../news/mail-news.ts";
import { mailWithLink } from "../../people/link-mail.ts";
import { createLink } from "../../people/links.ts";
import { invalid } from "../../problem.ts";
import { serverLanguage } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import { findOwner } from "../account-rows.ts";

/** Limits the mails to one account, so that nobody can flood a mailbox. */
const MAILS_TO_AN_ACCOUNT = 3;
const MAX_AT_ONCE = 50;

/** Mails a one-time link for a new password. The answer is the same for known and unknown names. */
export const forgotPasswordRoute = (app: App, services: Services): void => {
  const { database, mailer, clock, background, log, failures, keyedHash } = services;
  const exclusive = createMutex();

  const mailLink = async (account: Account, asked: string): Promise<void> => {
    const language = serverLanguage(asked);
    const secret = await database.write((db) =>
      createLink(db, account.id, "password-reset", language, clock()),
    );
    const organisations = readOrganisations(database.read);
    const link = { account, language, secret };
    await mailer.send(await mailWithLink(services, organisations, link, "password-reset"));
  };

  const serve = async (emailOrUsername: string, language: string): Promise<void> => {
    const account = await findOwner(database.read, emailOrUsername);
    if (!account || account.blocked !== null) return;
    const mails = { key: keyedHash("mail", String(account.id)), failures: MAILS_TO_AN_ACCOUNT };
    const mail = async () => {
      if ((await failures.secondsToWait([mails])) > 0) return;
      await failures.record([mails]);
      await mailLink(account, language);
    };
    await exclusive(mails.key, mail);
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
