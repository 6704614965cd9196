import * as v from "valibot";
import {
  deleteMeasurement,
  getDefaultMeasurement,
  getMeasurements,
  type Measurement,
  measurement,
  postMeasurement,
  putMeasurement,
} from "../../contract/measurements.ts";
import type { Id } from "../../contract/wire.ts";
import { createStored } from "../../core/stored.ts";
import {
  nameProblem,
  replacesOther,
  roundedValues,
  valuesProblem,
} from "../../domain/measurements/table-problems.ts";
import { Result } from "../../lib/result.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";
import { type Handler, handle, refused, unreachable } from "./handlers.ts";

interface MeasurementHandlersOptions {
  storage: KeyValue;
  personId: () => Id;
  now: Clock;
}

const storedTables = v.object({ lastId: v.number(), tables: v.array(measurement) });
type Kept = v.InferOutput<typeof storedTables>;
type Table = Kept["tables"][number];

const latestFirst = (tables: readonly Table[]): Table[] =>
  tables.toSorted((a, b) => (b.updated ?? "").localeCompare(a.updated ?? ""));

/** Makes one table the default, and all others not. */
const withDefault = (tables: readonly Table[], id: Id | undefined): Table[] =>
  tables.map((table) => ({ ...table, is_default: table.id === id }));

/** Ensures exactly one default table: the present one, or else the latest. */
const withOneDefault = (tables: readonly Table[]): Table[] => {
  const ordered = latestFirst(tables);
  const chosen = ordered.find((table) => table.is_default) ?? ordered[0];
  return withDefault(ordered, chosen?.id);
};

const isValid = ({ name, values }: Partial<Pick<Measurement, "name" | "values">>): boolean =>
  (name === undefined || !nameProblem(name)) && (values === undefined || !valuesProblem(values));

/** Handles calls for measurement tables, which are stored on this machine only. */
export const measurementHandlers = (options: MeasurementHandlersOptions): readonly Handler[] => {
  const { storage, personId, now } = options;
  const stored = () =>
    createStored(storage, `local-measurements.v1/${encodeURIComponent(personId())}`, storedTables);
  const read = (): Kept => {
    const { lastId, tables } = stored().read() ?? { lastId: 0, tables: [] };
    return { lastId, tables: withOneDefault(tables) };
  };

  const save = (lastId: number, tables: readonly Table[], id: Id) => {
    const ordered = withOneDefault(tables);
    const saved = ordered.find((table) => table.id === id);
    if (!stored().write({ lastId, tables: ordered }) || !saved) return unreachable;
    return Result.ok({ measurement: saved });
  };

  const updated = () => new Date(now()).toISOString();

  return [
    handle(getMeasurements, () => Result.ok({ measurements: read().tables })),
    handle(getDefaultMeasurement, () =>
      Result.ok({ measurement: read().tables.find((table) => table.is_default) ?? null }),
    ),

    handle(postMeasurement, ({ body }) => {
      const { name, units = "cm", values = {}, is_default } = body ?? {};
      if (name === undefined || !isValid({ name, values })) return refused(422, "request/invalid");
      const { lastId, tables } = read();
      const id = lastId + 1;
      const table = { id, name, units, values: { ...roundedValues(values) }, updated: updated() };
      const others = is_default ? withDefault(tables, undefined) : tables;
      return save(id, [...others, { ...table, is_default: Boolean(is_default) } as Table], id);
    }),

    handle(putMeasurement, ({ params, body }) => {
      const { name, units, values, is_default, replaces } = body ?? {};
      const { lastId, tables } = read();
      const before = tables.find((table) => String(table.id) === String(params.id));
      if (!before) return refused(404, "measurement/not_found");
      if (!isValid({ name, values })) return refused(422, "request/invalid");
      if (replacesOther(before, { name, units, values, replaces })) {
        return refused(409, "measurement/changed");
      }
      const table = {
        ...before,
        ...(name !== undefined && { name }),
        ...(units && { units }),
        ...(values && { values: { ...roundedValues(values) } }),
        updated: updated(),
      } as Table;
      const others = tables.filter((each) => each !== before);
      if (is_default) {
        return save(
          lastId,
          [...withDefault(others, undefined), { ...table, is_default: true }],
          table.id,
        );
      }
      // A default table that is changed to non-default passes the default to another one, if there is one.
      const givenUp = is_default !== undefined && before.is_default ? others[0] : undefined;
      const tablesAfter = [table, ...others];
      return save(lastId, givenUp ? withDefault(tablesAfter, givenUp.id) : tablesAfter, table.id);
    }),

    handle(deleteMeasurement, ({ params }) => {
      const { lastId, tables } = read();
      const left = tables.filter((table) => String(table.id) !== String(params.id));
      if (left.length === tables.length) return refused(404, "measurement/not_found");
      return stored().write({ lastId, tables: withOneDefault(left) })
        ? Result.ok(undefined)
        : unreachable;
    }),
  ];
};
