import { sql } from "kysely";
import {
  getActiveAnnouncements,
  getAnnouncements,
  type SentAnnouncement,
} from "../../contract/announcements.ts";
import { getOrganisation } from "../../contract/organisation.ts";
import { getSite } from "../../contract/sites.ts";
import { getBrand, putBrand } from "../../contract/staff-brand.ts";
import { presentBrand, saveBrand } from "../content/editor/school-brand.ts";
import { contentRoute } from "../content/source/routes.ts";
import { missingFiles } from "../content/source/source-rows.ts";
import { presentSource, requireSource } from "../content/source/source-text.ts";
import { content, forEverySite } from "../http/answer.ts";
import { type App, publicRoute, route } from "../http/route.ts";
import { comesAfter } from "../list-query.ts";
import { type PageQuery, pageLimit, pageOf, pageStart, parseId, required } from "../page.ts";
import { administratorActor } from "../people/staff-context.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { readBrand } from "./organisation.ts";
import { schoolToday } from "./school-today.ts";

const notFound = () =>
  new HttpProblem(404, "organisation/not_found", "There is no such organisation");

/** The calls for a school's name, logo, contact details and announcements. */
export const organisationRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  const found = async (text: string) => {
    const organisation = await readBrand(services, parseId(text));
    if (!organisation) throw notFound();
    return organisation;
  };

  const announcements = async (
    organisationId: number,
    activeOn: string | null,
    query: PageQuery,
  ) => {
    const limit = pageLimit(query);
    const start = pageStart(query, "text", "id");
    const coming = await read
      .selectFrom("announcement")
      .select(["id", "from_date", sql<number>`octet_length(translations)`.as("bytes")])
      .where("organisation_id", "=", organisationId)
      .$if(activeOn !== null, (list) =>
        list.where("from_date", "<=", activeOn ?? "").where("to_date", ">=", activeOn ?? ""),
      )
      .where(comesAfter([sql.ref("from_date"), sql.ref("id")], start, false))
      .orderBy("from_date")
      .orderBy("id")
      .limit(limit + 1)
      .execute();
    const { page, cursor } = pageOf(
      coming,
      limit,
      ({ from_date, id }) => [from_date, id],
      ({ bytes }) => bytes,
    );
    const ids = page.map(({ id }) => id);
    const rows = ids.length
      ? await read
          .selectFrom("announcement")
          .selectAll()
          .where("id", "in", ids)
          .orderBy("from_date")
          .orderBy("id")
          .execute()
      : [];
    return content({
      announcements: rows.map((row) => ({
        id: row.id,
        from: row.from_date,
        to: row.to_date,
        translations: JSON.parse(row.translations) as SentAnnouncement["translations"],
      })),
      cursor,
    });
  };

  publicRoute(app, services, getOrganisation, async ({ params }) =>
    content({ organization: await found(params.id) }),
  );

  publicRoute(app, services, getActiveAnnouncements, async ({ params, query }) => {
    const { id } = await found(params.id);
    return announcements(id, schoolToday(services), query);
  });

  route(app, services, getAnnouncements, async ({ params, query }) => {
    const { id } = await found(params.id);
    return announcements(id, null, query);
  });
};

/** Tells a page whether the school lists its site. */
export const siteRoutes = (app: App, services: Services): void =>
  publicRoute(app, services, getSite, ({ query }) =>
    forEverySite({ allowed: services.sites.has(required(query, "origin")) }),
  );

/** The calls for the school's brand, which is in the author's folder. */
export const brandRoutes = (app: App, services: Services): void => {
  const { database, store, clock } = services;

  route(app, services, getBrand, async () =>
    presentBrand(store, await presentSource(database.read)),
  );

  contentRoute(app, services, putBrand, async ({ person, body }) => {
    const source = await requireSource(database.read);
    const { logo, logo_dark, favicon } = body;
    const sent = [logo, logo_dark, favicon].filter((each) => each !== null && each !== "none");
    if ((await missingFiles(database, store, sent)).size > 0) {
      throw new HttpProblem(422, "content/missing_files", "A picture has not been sent");
    }
    return saveBrand({ database, store, source }, body, async (db) => ({
      actor: await administratorActor(db, person),
      at: clock(),
    }));
  });
};
