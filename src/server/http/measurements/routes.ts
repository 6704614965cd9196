import type { Kysely } from "kysely";
import {
  deleteMeasurement,
  getDefaultMeasurement,
  getMeasurements,
  postMeasurement,
  putMeasurement,
} from "../../../contract/measurements.ts";
import type { MeasurementRow, Tables } from "../../db/schema.ts";
import { parseId } from "../parse-id.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { idempotencyKey, runOnce } from "../progress/idempotency.ts";
import { type App, route } from "../route.ts";
import type { Services } from "../services.ts";
import { created } from "../typed-answer.ts";
import { parseName, parseValues, toSentMeasurement } from "./table.ts";

const notFound = () =>
  new HttpProblem(404, "measurement/not_found", "You have no such measurement table");

/** An account's tables, last saved first. */
const tablesOf = (db: Kysely<Tables>, accountId: number): Promise<MeasurementRow[]> =>
  db
    .selectFrom("measurement")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("updated", "desc")
    .orderBy("id", "desc")
    .execute();

/** Makes one of an account's tables the only default. */
const setDefault = async (db: Kysely<Tables>, accountId: number, id: number): Promise<void> => {
  await db
    .updateTable("measurement")
    .set(({ eb }) => ({ is_default: eb.case().when("id", "=", id).then(1).else(0).end() }))
    .where("account_id", "=", accountId)
    .execute();
};

/**
 * The calls for a person's own measurement tables. If there are any, exactly one is the default.
 */
export const measurementRoutes = (app: App, services: Services): void => {
  const { database, clock } = services;

  /** Changes a person's tables while their account is locked against other changes. */
  const change = <Value>(
    accountId: number,
    work: (db: Kysely<Tables>, tables: MeasurementRow[]) => Promise<Value>,
  ): Promise<Value> =>
    database.write(async (db) => {
      await database.lockAccount(db, accountId);
      return work(db, await tablesOf(db, accountId));
    });

  const asked = (tables: MeasurementRow[], id: string) => {
    const number = parseId(id);
    const table = tables.find((row) => row.id === number);
    if (!table) throw notFound();
    return { table, others: tables.filter((row) => row !== table) };
  };

  route(app, services, getMeasurements, async ({ person }) => {
    const tables = await tablesOf(database.read, person.accountId);
    return { measurements: tables.map(toSentMeasurement) };
  });

  route(app, services, getDefaultMeasurement, async ({ person }) => {
    const tables = await tablesOf(database.read, person.accountId);
    const found = tables.find((row) => row.is_default === 1);
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
    const repeat = { accountId, key: idempotencyKey(request), now: row.updated };
    const answer = await change(accountId, (db, tables) =>
      runOnce(db, { ...repeat, request: `${request.method} ${request.path}` }, async () => {
        const is_default = Number(Boolean(body.is_default) || tables.length === 0);
        const { id } = await db
          .insertInto("measurement")
          .values({ ...row, is_default })
          .returning("id")
          .executeTakeFirstOrThrow();
        if (is_default) await setDefault(db, accountId, id);
        return { measurement: toSentMeasurement({ ...row, id, is_default }) };
      }),
    );
    return created(answer);
  });

  route(app, services, putMeasurement, async ({ params, body, person }) => {
    const changes = {
      ...(body.name !== undefined && { name: parseName(body.name) }),
      ...(body.units && { units: body.units }),
      ...(body.values && { data: JSON.stringify(parseValues(body.values)) }),
      updated: clock(),
    };
    const row = await change(person.accountId, async (db, tables) => {
      const { table, others } = asked(tables, params.id);
      await db.updateTable("measurement").set(changes).where("id", "=", table.id).execute();
      // When the default table stops being the default, another table becomes it, if there is one.
      const asIs = body.is_default === undefined;
      const givenUp = !asIs && table.is_default === 1 ? others[0] : undefined;
      const chosen = body.is_default ? table : givenUp;
      if (chosen) await setDefault(db, person.accountId, chosen.id);
      const is_default = chosen ? Number(chosen === table) : table.is_default;
      return { ...table, ...changes, is_default };
    });
    return { measurement: toSentMeasurement(row) };
  });

  route(app, services, deleteMeasurement, async ({ params, person }) => {
    await change(person.accountId, async (db, tables) => {
      const { table, others } = asked(tables, params.id);
      await db.deleteFrom("measurement").where("id", "=", table.id).execute();
      const [latest] = others;
      if (table.is_default && latest) await setDefault(db, person.accountId, latest.id);
    });
    return null;
  });
};
