import {
  getActiveAnnouncements,
  getAnnouncements,
  type SentAnnouncement,
} from "../../../contract/announcements.ts";
import { getOrganisation } from "../../../contract/organisation.ts";
import { dayOf } from "../../../domain/calendar.ts";
import { parseId } from "../parse-id.ts";
import { HttpProblem } from "../problem.ts";
import { type App, publicRoute, route } from "../route.ts";
import type { Services } from "../services.ts";
import { readOrganisation } from "./organisation.ts";

const notFound = () =>
  new HttpProblem(404, "organisation/not_found", "There is no such organisation");

/** The calls for a school's name, logo, contact details and announcements. */
export const organisationRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  const found = async (text: string) => {
    const organisation = await readOrganisation(read, parseId(text));
    if (!organisation) throw notFound();
    return organisation;
  };

  const announcements = async (organisationId: number, activeOn: string | null) => {
    const rows = await read
      .selectFrom("announcement")
      .selectAll()
      .where("organisation_id", "=", organisationId)
      .$if(activeOn !== null, (query) =>
        query.where("from_date", "<=", activeOn ?? "").where("to_date", ">=", activeOn ?? ""),
      )
      .orderBy("from_date")
      .orderBy("id")
      .execute();
    return {
      announcements: rows.map((row) => ({
        id: row.id,
        from: row.from_date,
        to: row.to_date,
        translations: JSON.parse(row.translations) as SentAnnouncement["translations"],
      })),
    };
  };

  publicRoute(app, services, getOrganisation, async ({ params }) => ({
    organization: await found(params.id),
  }));

  publicRoute(app, services, getActiveAnnouncements, async ({ params }) => {
    const { id } = await found(params.id);
    return announcements(id, dayOf(services.clock()));
  });

  route(app, services, getAnnouncements, async ({ params }) => {
    const { id } = await found(params.id);
    return announcements(id, null);
  });
};
