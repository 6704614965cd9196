import type * as v from "valibot";
import type { SentAnswer } from "../../contract/call.ts";
import { tryOpenId } from "../../contract/staff-openid.ts";
import {
  deleteSite,
  getFindings,
  getSchoolSettings,
  postBackup,
  postSite,
  putSchoolSettings,
  sendTestMail,
} from "../../contract/staff-school.ts";
import { cutText } from "../../lib/cut-text.ts";
import { accountById } from "../accounts/account-rows.ts";
import { CALLBACK } from "../accounts/openid/flow-cookie.ts";
import { Provider } from "../accounts/openid/provider.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { serialRoutes } from "../activation/serial-routes.ts";
import { recordChange } from "../audit/record-change.ts";
import { runChecks } from "../cli/doctor/run-checks.ts";
import { type App, route } from "../http/route.ts";
import { BACKUP_JOB, orderJobFor } from "../jobs/job-rows.ts";
import { reasonOf } from "../mailer.ts";
import { senderOf } from "../news/mail-texts.ts";
import { schoolLanguage } from "../news/news-choice.ts";
import { required } from "../page.ts";
import { administratorActor } from "../people/staff-context.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { serverLanguage, serverTexts } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { mailingOrganisation } from "./organisation.ts";
import { saveSettings, schoolSettings, sentSites } from "./save-settings.ts";
import { decodeVariables } from "./settings/environment.ts";
import { addSite, removeSite, siteOrigin } from "./sites.ts";

/** A wrong click is repeated a few times, and a mailbox must not be flooded. */
const MAILS = 5;

/**
 * Sends a mail to an administrator, and says what the mail server has answered.
 * @throws HttpProblem 429
 */
const testMail = async (
  services: Services,
  person: SignedIn,
): Promise<SentAnswer<typeof sendTestMail>> => {
  const { database, mailer, failures, keyedHash, clock, settings } = services;
  if (settings.current.smtpUrl === null) {
    const { email } = await accountById(database.read, person.accountId);
    return { to: email, taken: false, answer: "" };
  }
  const budget = { key: keyedHash("test mail", String(person.accountId)), failures: MAILS };
  const seconds = await failures.take([budget]);
  if (seconds > 0) {
    throw new HttpProblem(429, "account/too_many_requests", "Too many test mails", {
      headers: { "Retry-After": String(seconds) },
    });
  }
  const { email, organisation_id } = await accountById(database.read, person.accountId);
  const organisation = await mailingOrganisation(database.read, organisation_id);
  const school = organisation?.name ?? "";
  const text = serverTexts(serverLanguage(await schoolLanguage(database.read)));
  let problem: string | null = null;
  try {
    await mailer.send({
      from: senderOf(organisation),
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

type Typed = v.InferOutput<NonNullable<typeof tryOpenId.body>>;

const MAX_RECORDED = 300;

/**
 * Tries a provider with the settings that somebody has typed, and changes nothing. The school's secret is taken only
 * for the client and the provider that it was given for. It is recorded before the school calls the provider.
 * @throws HttpProblem 403 for somebody who is no administrator any more; 422 for an address or a name that no
 * provider has
 */
const tryProvider = async (
  { database, clock, log, settings, publicUrl }: Services,
  person: SignedIn,
  { issuer, client_id, client_secret }: Typed,
): Promise<SentAnswer<typeof tryOpenId>> => {
  const stored = settings.current.openId;
  const isSame = stored?.issuer === issuer && stored.clientId === client_id;
  const secret = client_secret ?? (isSame ? stored.clientSecret : null);
  const decoded = decodeVariables({
    OPENID_ISSUER: issuer,
    OPENID_CLIENT_ID: client_id,
    ...(secret && { OPENID_CLIENT_SECRET: secret }),
  });
  if (!decoded.ok) throw invalid("issuer", decoded.failure[0]?.message ?? "");
  const { openId } = decoded.value;
  if (!openId) throw invalid("issuer", "OPENID_ISSUER and OPENID_CLIENT_ID are required");
  await database.write(async (db) =>
    recordChange(db, clock(), {
      ...{ actor: await administratorActor(db, person), action: "tested", kind: "setting" },
      ...{ subject: "OPENID_ISSUER", name: "OPENID_ISSUER" },
      details: { value: cutText(openId.issuer, MAX_RECORDED) },
    }),
  );
  const provider = new Provider(openId, log, clock);
  return { steps: await provider.tryOut(`${publicUrl()}${CALLBACK}`) };
};

/** The calls for the school itself: settings, sites, backups, and what is to be done. */
export const schoolRoutes = (app: App, services: Services): void => {
  const { database, clock, sites, settings, store, webDir } = services;

  route(app, services, getSchoolSettings, () => schoolSettings(services));

  route(app, services, putSchoolSettings, ({ person, params, body }) =>
    saveSettings(services, person, params.group, body),
  );

  route(app, services, sendTestMail, ({ person }) => testMail(services, person));

  route(app, services, tryOpenId, ({ person, body }) => tryProvider(services, person, body));

  route(app, services, postSite, async ({ person, body }) => {
    const origin = siteOrigin(body.address);
    if (origin === null) {
      throw invalid("address", "must be the address of a site, such as https://www.school.example");
    }
    await database.write(async (db) =>
      addSite(db, origin, await administratorActor(db, person), clock()),
    );
    await sites.refresh();
    return { sites: await sentSites(services) };
  });

  route(app, services, deleteSite, async ({ person, query }) => {
    const origin = required(query, "origin");
    if (settings.environment.allowedOrigins.includes(origin)) {
      throw new HttpProblem(409, "setting/fixed", "The environment sets this site");
    }
    const isRemoved = await database.write(async (db) =>
      removeSite(db, origin, await administratorActor(db, person), clock()),
    );
    if (!isRemoved) throw new HttpProblem(404, "site/not_found", "There is no such site");
    await sites.refresh();
    return { sites: await sentSites(services) };
  });

  route(app, services, postBackup, ({ person }) =>
    database.write(async (db) => {
      await administratorActor(db, person);
      const { accountId, level } = person;
      const ordered = { kind: BACKUP_JOB, input: {}, accountId, level };
      return { job: await orderJobFor(services, db, ordered) };
    }),
  );

  route(app, services, getFindings, async () => {
    const school = { environment: settings.current, database, store, clock, webDir };
    const findings = await runChecks(school);
    return {
      findings: findings.map(({ values, ...finding }) => ({
        ...finding,
        values: Object.entries(values).map(([name, value]) => ({ name, value })),
      })),
    };
  });

  serialRoutes(app, services);
};
