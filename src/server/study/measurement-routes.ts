import { type Kysely, sql } from "kysely";
import {
  deleteMeasurement,
  getDefaultMeasurement,
  getMeasurements,
  postMeasurement,
  putMeasurement,
  type SentMeasurement,
} from "../../contract/measurements.ts";
import type { Values } from "../../domain/measurements/fields.ts";
import {
  nameProblem,
  replacesOther,
  roundedValues,
  valuesProblem,
} from "../../domain/measurements/table-problems.ts";
import { compileOnce } from "../db/compiled-query.ts";
import type { MeasurementRow, Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { created } from "../http/answer.ts";
import { type App, route } from "../http/route.ts";
import { keyedRequest, writeOnce } from "../idempotent-write.ts";
import { comesAfter } from "../list-query.ts";
import { pageLimit, pageOf, pageStart, parseId } from "../page.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";

/** A table in the contract's form. */
export const toSentMeasurement = (row: MeasurementRow): SentMeasurement => ({
  id: row.id,
  name: row.name,
  is_default: row.is_default === 1 ? 1 : 0,
  units: row.units,
  updated: new Date(row.updated).toISOString(),
  values: JSON.parse(row.data) as Values,
});

/** @throws HttpProblem 422 for a name that is empty, too long, or cannot be stored */
const parseName = (name: string): string => {
  const problem = nameProblem(name);
  if (problem) throw invalid(problem.path, problem.message);
  return name;
};

/**
 * The values in the form in which they are stored.
 * @throws HttpProblem 422 for an unknown field or an invalid measurement
 */
const parseValues = (values: Readonly<Record<string, number | null>>): Values => {
  const problem = valuesProblem(values);
  if (problem) throw invalid(problem.path, problem.message);
  return roundedValues(values);
};

const notFound = () =>
  new HttpProblem(404, "measurement/not_found", "You have no such measurement table");

/** An account's tables, last saved first. */
const tablesOf = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom("measurement")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("updated", "desc")
    .orderBy("id", "desc");

const findDefault = compileOnce((db, { accountId }: { accountId: number }) =>
  tablesOf(db, accountId).where("is_default", "=", 1).limit(1),
);

/** Makes one of an account's tables the only default. */
const setDefault = async (db: Kysely<Tables>, accountId: number, id: number): Promise<void> => {
  await db
    .updateTable("measurement")
    .set({ is_default: 0 })
    .where("account_id", "=", accountId)
    .where("is_default", "=", 1)
    .where("id", "!=", id)
    .execute();
  await db.updateTable("measurement").set({ is_default: 1 }).where("id", "=", id).execute();
};

/** One of an account's tables. @throws HttpProblem 404 */
const tableOf = async (db: Kysely<Tables>, accountId: number, id: string) => {
  const table = await db
    .selectFrom("measurement")
    .selectAll()
    .where("id", "=", parseId(id) ?? 0)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!table) throw notFound();
  return table;
};

/** The id of the table that was saved last, except one; null when there is no other. */
const latestExcept = async (db: Kysely<Tables>, accountId: number, id: number) =>
  (await tablesOf(db, accountId).where("id", "!=", id).limit(1).executeTakeFirst())?.id ?? null;

/**
 * The calls for a person's own measurement tables. If there are any, exactly one is the default.
 */
export const measurementRoutes = (app: App, services: Services): void => {
  const { database, clock, limits } = services;

  /** Changes one of a person's tables. @throws HttpProblem 404 */
  const change = <Value>(
    accountId: number,
    id: string,
    work: (db: Kysely<Tables>, table: MeasurementRow) => Promise<Value>,
  ): Promise<Value> =>
    database.write(async (db) => {
      const [, table] = await waitForAll(
        database.lockAccount(db, accountId),
        tableOf(db, accountId, id),
      );
      return work(db, table);
    });

  route(app, services, getMeasurements, async ({ person, query }) => {
    const limit = pageLimit(query);
    const start = pageStart(query, "time", "id");
    const rows = await tablesOf(database.read, person.accountId)
      .where(comesAfter([sql.ref("updated"), sql.ref("id")], start, true))
      .limit(limit + 1)
      .execute();
    const { page, cursor } = pageOf(rows, limit, ({ updated, id }) => [updated, id]);
    return { measurements: page.map(toSentMeasurement), cursor };
  });

  route(app, services, getDefaultMeasurement, async ({ person }) => {
    const { rows } = await findDefault(database.read, { accountId: person.accountId });
    const [found] = rows;
    return { measurement: found ? toSentMeasurement(found) : null };
  });

  route(app, services, postMeasurement, async ({ request, body, person }) => {
    const { accountId } = person;
    if (body.name === undefined) throw invalid("name", "is required");
    const row = {
      account_id: accountId,
      name: parseName(body.name),
      units: body.units ?? "cm",
      data: JSON.stringify(parseValues(body.values ?? {})),
      updated: clock(),
    };
    const keyed = keyedRequest(request, person, row.updated);
    const answer = await writeOnce(database, keyed, async (db) => {
      await limits.assertRoom(db, person, { tables: 1 });
      const isFirst = (await latestExcept(db, accountId, 0)) === null;
      const is_default = Number(Boolean(body.is_default) || isFirst);
      const { id } = await db
        .insertInto("measurement")
        .values({ ...row, is_default })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (is_default) await setDefault(db, accountId, id);
      return { measurement: toSentMeasurement({ ...row, id, is_default }) };
    });
    return created(answer);
  });

  route(app, services, putMeasurement, async ({ params, body, person }) => {
    const wanted = {
      ...(body.name !== undefined && { name: parseName(body.name) }),
      ...(body.units && { units: body.units }),
      ...(body.values && { data: JSON.stringify(parseValues(body.values)) }),
    };
    const row = await change(person.accountId, params.id, async (db, table) => {
      if (replacesOther(toSentMeasurement(table), body)) {
        throw new HttpProblem(409, "measurement/changed", "The table was changed meanwhile");
      }
      // Later than before even if the clock is not: it is what tells versions apart.
      const changes = { ...wanted, updated: Math.max(clock(), table.updated + 1) };
      await db.updateTable("measurement").set(changes).where("id", "=", table.id).execute();
      // If the default table stops being the default, the latest other table becomes it.
      const isUnset = body.is_default !== undefined && !body.is_default && table.is_default === 1;
      const other = isUnset ? await latestExcept(db, person.accountId, table.id) : null;
      const chosen = body.is_default ? table.id : other;
      if (chosen !== null) await setDefault(db, person.accountId, chosen);
      const is_default = chosen === null ? table.is_default : Number(chosen === table.id);
      return { ...table, ...changes, is_default };
    });
    return { measurement: toSentMeasurement(row) };
  });

  route(app, services, deleteMeasurement, async ({ params, person }) => {
    await change(person.accountId, params.id, async (db, table) => {
      await db.deleteFrom("measurement").where("id", "=", table.id).execute();
      const latest = table.is_default ? await latestExcept(db, person.accountId, table.id) : null;
      if (latest !== null) await setDefault(db, person.accountId, latest);
    });
    return null;
  });
};
