import { getSerials, postSerial, revokeSerial, SERIALS_LIST } from "../../contract/staff-school.ts";
import { courseIds } from "../content/import-school.ts";
import { type App, route } from "../http/route.ts";
import { decodeListQuery, pageLengthOf } from "../list-query.ts";
import { formatCursor, pageStart } from "../page.ts";
import { schoolCourses } from "../people/person-record.ts";
import { administratorActor } from "../people/staff-context.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { type ListedSerial, listSerials } from "./list-serials.ts";
import { issueSerialNumber, revokeSerialNumber } from "./serial-numbers.ts";

const MAX_SEATS = 9999;

const sentSerial = (row: ListedSerial) => ({
  ...{ serial: row.serial, name: row.name, seats: row.seats, taken: row.seatsTaken },
  ...{ by_file: row.byFile, until: row.until, courses: row.courses, revoked: row.isRevoked },
  created: new Date(row.created).toISOString(),
  username: row.username ?? "",
  registered_by: row.registeredBy ?? "",
});

export const serialRoutes = (app: App, services: Services): void => {
  const { database, clock } = services;

  route(app, services, getSerials, async ({ query }) => {
    const { search = "" } = decodeListQuery(SERIALS_LIST, query);
    const limit = pageLengthOf(SERIALS_LIST, query);
    // The cursor is how many come before: issued numbers are few, and none goes away.
    const [skip = 0] = pageStart(query, "id") ?? [];
    const page = { skip, limit: limit + 1 };
    const rows = await listSerials(database.read, { search: search.trim(), page });
    return {
      serials: rows.slice(0, limit).map(sentSerial),
      courses: schoolCourses(services.catalogue.current),
      cursor: rows.length > limit ? formatCursor(skip + limit) : null,
    };
  });

  route(app, services, postSerial, async ({ person, body }) => {
    const { seats } = body;
    if (!Number.isInteger(seats) || seats < 1 || seats > MAX_SEATS) {
      throw invalid("seats", `must be a number from 1 to ${MAX_SEATS}`);
    }
    const known = await courseIds(database.read);
    const ids = body.courses.map((key) => {
      const id = known.get(key);
      if (id === undefined)
        throw new HttpProblem(404, "course/not_found", "There is no such course");
      return id;
    });
    const issued = {
      ...{ name: body.name.trim(), seats },
      courses: ids.length > 0 ? [...new Set(ids)] : null,
    };
    return database.write(async (db) => ({
      serial: await issueSerialNumber(db, issued, await administratorActor(db, person), clock()),
    }));
  });

  route(app, services, revokeSerial, async ({ person, params }) => {
    const done = await database.write(async (db) =>
      revokeSerialNumber(db, params.serial, await administratorActor(db, person), clock()),
    );
    if (done === "unknown") {
      throw new HttpProblem(404, "licence/unknown_serial", "There is no such serial number");
    }
    return { changed: done === "revoked" };
  });
};
