import { forgotPassword } from "../../../contract/session.ts";
import { createMutex } from "../../../lib/mutex.ts";
import { findOwner } from "../../db/accounts.ts";
import type { Account } from "../../db/schema.ts";
import { type MailTexts, passwordResetMail } from "../../mails/mail-texts.ts";
import { createSecret, hashOf } from "../../secrets.ts";
import { mailingOrganisation } from "../organisations/organisation.ts";
import { invalid } from "../problem.ts";
import { type App, publicRoute } from "../route.ts";
import { serverLanguage } from "../server-texts.ts";
import type { Services } from "../services.ts";

/** How long a link is valid. */
const LINK_LIFE_MS = 60 * 60_000;

/** Limits the mails to one account, so that nobody can flood a mailbox. */
const MAILS_TO_AN_ACCOUNT = 3;
const MAX_AT_ONCE = 50;

/** Mails a one-time link for a new password. The answer is the same for known and unknown names. */
export const forgotPasswordRoute = (app: App, services: Services): void => {
  const { database, mailer, clock, background, log, failures, keyedHash } = services;
  const exclusive = createMutex();

  const mailLink = async (account: Account, asked: string): Promise<void> => {
    const language = serverLanguage(asked);
    const token = createSecret();
    await database.write(async (db) => {
      await db.deleteFrom("reset_link").where("expires", "<=", clock()).execute();
      await db
        .insertInto("reset_link")
        .values({
          hash: hashOf(token),
          account_id: account.id,
          language,
          expires: clock() + LINK_LIFE_MS,
        })
        .execute();
    });
    const organisation = await mailingOrganisation(database.read, account.organisation_id);
    const school = organisation?.name ?? "";
    const own: MailTexts = JSON.parse(organisation?.mails ?? "{}");
    const mail = passwordResetMail(own, language, {
      name: account.first_name || account.username,
      link: `${services.publicUrl()}/api/reset/${token}`,
      minutes: LINK_LIFE_MS / 60_000,
      school,
    });
    await mailer.send({
      from: {
        name: school,
        address: organisation?.email || "no-reply@localhost",
      },
      to: account.email,
      ...mail,
    });
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
