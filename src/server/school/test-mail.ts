import type { SentAnswer } from "../../contract/call.ts";
import type { sendTestMail } from "../../contract/staff-school.ts";
import { accountById } from "../accounts/account-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { recordChange } from "../audit/record-change.ts";
import { reasonOf } from "../mailer.ts";
import { schoolLanguage } from "../news/news-choice.ts";
import { administratorActor } from "../people/staff-context.ts";
import { HttpProblem } from "../problem.ts";
import { serverLanguage, serverTexts } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { mailingOrganisation } from "./organisation.ts";

/** A wrong click is repeated a few times, and a mailbox must not be flooded. */
const MAILS = 5;

/**
 * Sends a mail to an administrator, and says what the mail server has answered.
 * @throws HttpProblem 429
 */
export const testMail = async (
  services: Services,
  person: SignedIn,
): Promise<SentAnswer<typeof sendTestMail>> => {
  const { database, mailer, failures, keyedHash, clock, settings } = services;
  if (settings.current.smtpUrl === null) {
    const { email } = await accountById(database.read, person.accountId);
    return { to: email, taken: false, answer: "" };
  }
  const budget = { key: keyedHash("test mail", String(person.accountId)), failures: MAILS };
  const seconds = await failures.secondsToWait([budget]);
  if (seconds > 0) {
    throw new HttpProblem(429, "account/too_many_requests", "Too many test mails", {
      headers: { "Retry-After": String(seconds) },
    });
  }
  await failures.record([budget]);
  const { email, organisation_id } = await accountById(database.read, person.accountId);
  const organisation = await mailingOrganisation(database.read, organisation_id);
  const school = organisation?.name ?? "";
  const text = serverTexts(serverLanguage(await schoolLanguage(database.read)));
  let problem: string | null = null;
  try {
    await mailer.send({
      from: { name: school, address: organisation?.email || "no-reply@localhost" },
      to: email,
      subject: text("first-start.test-subject", { school }),
      text: `${text("first-start.test-text", { school })}\n`,
    });
  } catch (reason) {
    problem = reasonOf(reason);
  }
  await database.write(async (db) =>
    recordChange(db, clock(), {
      ...{ actor: await administratorActor(db, person), action: "tested", kind: "setting" },
      ...{ subject: "SMTP_URL", name: "SMTP_URL", details: { taken: problem === null } },
    }),
  );
  return { to: email, taken: problem === null, answer: problem ?? "" };
};
