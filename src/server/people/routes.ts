import {
  getPeople,
  getPeopleTable,
  getPerson,
  getPersonZip,
  postPeopleAction,
  postPerson,
  previewRemoval,
  putPerson,
  removePeople,
} from "../../contract/staff-people.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { openZipStream } from "../content/export/export-target.ts";
import { created } from "../http/answer.ts";
import { disposition, reply } from "../http/reply.ts";
import { type App, byteRoute, route } from "../http/route.ts";
import { tableRoute } from "../http/table-route.ts";
import { parseId } from "../page.ts";
import type { Services } from "../services.ts";
import { actOnPeople } from "./act-on-people.ts";
import { addedPerson, changedPerson } from "./change.ts";
import { exportPerson, recordExport } from "./export-person.ts";
import { peopleList, peopleTable } from "./people-list.ts";
import { changeablePerson, personPage } from "./person-page.ts";
import { removalOf, removedPeople } from "./removal.ts";
import { staffContext } from "./staff-context.ts";

/** Everything about a person as a zip that is made while it is sent. @throws HttpProblem 403, 404 */
const personZip = async (
  services: Services,
  staff: SignedIn,
  id: number | null,
): Promise<Response> => {
  const { database, store, background, log } = services;
  const account = await database.write(async (db) => {
    const context = await staffContext(services, db, staff);
    const known = await changeablePerson(db, id, context.level);
    await recordExport(db, known.account, context);
    return known.account;
  });
  const { target, readable } = openZipStream();
  background.run("Making a zip of a person", async () => {
    try {
      const { missing } = await exportPerson(database.read, store, account, target);
      if (missing.length > 0) log.warn("Files of a person are missing", { files: missing.length });
    } catch (reason) {
      // A reader who has gone ends it, and any other failure ends the answer.
      log.warn("A zip of a person was not finished", { reason: String(reason) });
    }
  });
  return reply(readable, 200, {
    "Content-Type": "application/zip",
    "Content-Disposition": disposition(`${account.username}.zip`),
    "Cache-Control": "no-store",
  });
};

/** The calls for the people of the school. */
export const peopleRoutes = (app: App, services: Services): void => {
  route(app, services, getPeople, async ({ query }) => {
    return peopleList(services, query);
  });

  tableRoute(app, services, getPeopleTable, ({ query }) => peopleTable(services, query));

  route(app, services, postPerson, async ({ request, person, body }) => {
    return created(await addedPerson(services, request, person, body));
  });

  route(app, services, getPerson, async ({ person, params }) => {
    return personPage(services, person, parseId(params.id));
  });

  route(app, services, putPerson, async ({ person, params, body }) => {
    return changedPerson(services, person, parseId(params.id), body);
  });

  route(app, services, postPeopleAction, async ({ person, body }) => {
    return actOnPeople(services, person, body);
  });

  route(app, services, previewRemoval, async ({ person, body }) => {
    return removalOf(services, person, body.people);
  });

  route(app, services, removePeople, async ({ person, body }) => {
    return removedPeople(services, person, body.people, body.count);
  });

  byteRoute(app, services, getPersonZip, async ({ person, params }) => {
    return personZip(services, person, parseId(params.id));
  });
};
