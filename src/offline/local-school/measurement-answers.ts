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
import { keptValues, nameProblem, valuesProblem } from "../../domain/measurements/saved-table.ts";
import { Result } from "../../lib/result.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";
import { type Answer, answering, refused, unreachable } from "./answers.ts";

export interface MeasurementAnswersOptions {
  storage: KeyValue;
  personId: () => Id;
  now: Clock;
}

const kept = v.object({ lastId: v.number(), tables: v.array(measurement) });
type Kept = v.InferOutput<typeof kept>;
type Table = Kept["tables"][number];

const latestFirst = (tables: readonly Table[]): Table[] =>
  tables.toSorted((a, b) => (b.updated ?? "").localeCompare(a.updated ?? ""));

/** Makes one of the tables the default, and no other. */
const withDefault = (tables: readonly Table[], id: Id | undefined): Table[] =>
  tables.map((table) => ({ ...table, is_default: table.id === id }));

/** Exactly one is the default while there is any: the one before, else the latest. */
const withOneDefault = (tables: readonly Table[]): Table[] => {
  const ordered = latestFirst(tables);
  const chosen = ordered.find((table) => table.is_default) ?? ordered[0];
  return withDefault(ordered, chosen?.id);
};

const isSound = ({ name, values }: Partial<Pick<Measurement, "name" | "values">>): boolean =>
  (name === undefined || !nameProblem(name)) && (values === undefined || !valuesProblem(values));

/** Measurement tables, kept on this machine alone by the school's own rules. */
export const measurementAnswers = (options: MeasurementAnswersOptions): readonly Answer[] => {
  const { storage, personId, now } = options;
  const stored = () =>
    createStored(storage, `local-measurements.v1/${encodeURIComponent(personId())}`, kept);
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
    answering(getMeasurements, () => Result.ok({ measurements: read().tables })),
    answering(getDefaultMeasurement, () =>
      Result.ok({ measurement: read().tables.find((table) => table.is_default) ?? null }),
    ),

    answering(postMeasurement, ({ body }) => {
      const { name, units = "cm", values = {}, is_default } = body ?? {};
      if (name === undefined || !isSound({ name, values })) return refused(422, "request/invalid");
      const { lastId, tables } = read();
      const id = lastId + 1;
      const table = { id, name, units, values: { ...keptValues(values) }, updated: updated() };
      const others = is_default ? withDefault(tables, undefined) : tables;
      return save(id, [...others, { ...table, is_default: Boolean(is_default) } as Table], id);
    }),

    answering(putMeasurement, ({ params, body }) => {
      const { name, units, values, is_default } = body ?? {};
      const { lastId, tables } = read();
      const before = tables.find((table) => String(table.id) === String(params.id));
      if (!before) return refused(404, "measurement/not_found");
      if (!isSound({ name, values })) return refused(422, "request/invalid");
      const table = {
        ...before,
        ...(name !== undefined && { name }),
        ...(units && { units }),
        ...(values && { values: { ...keptValues(values) } }),
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
      // One that shall no longer be the default passes it on, if there is another.
      const givenUp = is_default !== undefined && before.is_default ? others[0] : undefined;
      const tablesAfter = [table, ...others];
      return save(lastId, givenUp ? withDefault(tablesAfter, givenUp.id) : tablesAfter, table.id);
    }),

    answering(deleteMeasurement, ({ params }) => {
      const { lastId, tables } = read();
      const left = tables.filter((table) => String(table.id) !== String(params.id));
      if (left.length === tables.length) return refused(404, "measurement/not_found");
      return stored().write({ lastId, tables: withOneDefault(left) })
        ? Result.ok(undefined)
        : unreachable;
    }),
  ];
};
