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
import { type App, byteRoute, route } from "../http/route.ts";
import { tableRoute } from "../http/table-route.ts";
import { created } from "../http/typed-answer.ts";
import { parseId } from "../parse-id.ts";
import type { Services } from "../services.ts";
import { actOnPeople } from "./actions.ts";
import { personPage } from "./answer-person-page.ts";
import { addedPerson, changedPerson } from "./change.ts";
import { peopleList, peopleTable } from "./people-list.ts";
import { removalOf, removedPeople } from "./removal.ts";
import { personZip } from "./zip-reply.ts";

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
