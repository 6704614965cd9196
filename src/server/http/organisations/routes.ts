import { getActiveAnnouncements, getAnnouncements } from "../../../contract/announcements.ts";
import { getOrganisation } from "../../../contract/organisation.ts";
import { dayOf } from "../../../domain/calendar.ts";
import { sendJson } from "../answer.ts";
import { type App, endpoint, openEndpoint, parameter } from "../endpoint.ts";
import { numberIn } from "../number-in.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { readOrganisation } from "./organisation.ts";

const notFound = () =>
  new HttpProblem(404, "organisation/not_found", "There is no such organisation");

/** Name, logo and contact details of a school, and its announcements. */
export const organisationRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  const found = async (text: string) => {
    const organisation = await readOrganisation(read, numberIn(text));
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
        translations: JSON.parse(row.translations),
      })),
    };
  };

  openEndpoint(app, services, getOrganisation, async ({ request }) =>
    sendJson(request, { organization: await found(parameter(request, "id")) }),
  );

  openEndpoint(app, services, getActiveAnnouncements, async ({ request }) => {
    const { id } = await found(parameter(request, "id"));
    return sendJson(request, await announcements(id, dayOf(services.clock())));
  });

  endpoint(app, services, getAnnouncements, async ({ request }) => {
    const { id } = await found(parameter(request, "id"));
    return sendJson(request, await announcements(id, null));
  });
};
