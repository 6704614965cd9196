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
import { serialRoutes } from "../activation/serial-routes.ts";
import { runChecks } from "../cli/doctor/run-checks.ts";
import { type App, route } from "../http/route.ts";
import { orderJobFor } from "../jobs/order-job.ts";
import { required } from "../page.ts";
import { administratorActor } from "../people/staff-context.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { saveSettings, schoolSettings, sentSites } from "./save-settings.ts";
import { addSite, removeSite, siteOrigin } from "./sites.ts";
import { testMail } from "./test-mail.ts";
import { tryProvider } from "./try-openid.ts";

/** The calls for the school itself: settings, sites, backups, and what is to be done. */
export const schoolRoutes = (app: App, services: Services): void => {
  const { database, clock, sites, settings, store, webDir } = services;

  route(app, services, getSchoolSettings, async () => {
    return schoolSettings(services);
  });

  route(app, services, putSchoolSettings, async ({ person, params, body }) => {
    return saveSettings(services, person, params.group, body);
  });

  route(app, services, sendTestMail, async ({ person }) => {
    return testMail(services, person);
  });

  route(app, services, tryOpenId, async ({ person, body }) => {
    return tryProvider(services, person, body);
  });

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
    if (settings.environment.allowedOrigins?.includes(origin)) {
      throw new HttpProblem(409, "setting/fixed", "The environment sets this site");
    }
    const isRemoved = await database.write(async (db) =>
      removeSite(db, origin, await administratorActor(db, person), clock()),
    );
    if (!isRemoved) throw new HttpProblem(404, "site/not_found", "There is no such site");
    await sites.refresh();
    return { sites: await sentSites(services) };
  });

  route(app, services, postBackup, async ({ person }) => {
    return database.write(async (db) => {
      await administratorActor(db, person);
      const job = await orderJobFor(services, db, {
        ...{ kind: "backup", input: {} },
        ...{ accountId: person.accountId, level: person.level },
      });
      return { job };
    });
  });

  route(app, services, getFindings, async () => {
    const findings = await runChecks({
      ...{ environment: settings.current, database, store, clock, webDir },
    });
    return {
      findings: findings.map(({ values, ...finding }) => ({
        ...finding,
        values: Object.entries(values).map(([name, value]) => ({ name, value })),
      })),
    };
  });

  serialRoutes(app, services);
};
