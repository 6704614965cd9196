import type { Measurement } from "../../../contract/measurements.ts";
import {
  FIELD_KEYS,
  type FieldKey,
  type Units,
  type Values,
} from "../../../domain/measurements/fields.ts";
import { type Reading, readMeasure } from "../../../domain/measurements/read-measure.ts";

/** A table as somebody is changing it. */
export interface EditedTable {
  readonly name: string;
  readonly units: Units;
  readonly values: Values;
  /** What stands in a field that is being typed in, or that is no number. */
  readonly typed: Readonly<Partial<Record<FieldKey, string>>>;
}

/** The table as it is kept; an empty one for a new one. */
export const untouched = (table: Measurement | null): EditedTable => ({
  name: table?.name ?? "",
  units: table?.units ?? "cm",
  values: table?.values ?? {},
  typed: {},
});

const reading = (table: EditedTable, field: FieldKey, kept: Values): Reading =>
  readMeasure(table.typed[field] ?? "", field, table.units, kept[field] ?? null);

/** Somebody types in a field. What is no number leaves the value as it was. */
export const typeIn = (
  table: EditedTable,
  field: FieldKey,
  text: string,
  kept: Values,
): EditedTable => {
  const next = { ...table, typed: { ...table.typed, [field]: text } };
  const read = reading(next, field, kept);
  if (read.kind === "unreadable") return next;
  const value = read.kind === "value" ? read.value : null;
  return { ...next, values: { ...table.values, [field]: value } };
};

/** What is a number, or nothing, is shown as such from now on; the rest stays as it is typed. */
export const settled = (table: EditedTable): EditedTable => ({
  ...table,
  typed: Object.fromEntries(
    unreadableFields(table).map((field) => [field, table.typed[field] ?? ""]),
  ),
});

/** Shows lengths in other units. No value changes by it. */
export const inUnits = (table: EditedTable, units: Units): EditedTable => ({
  ...settled(table),
  units,
});

/** The fields that hold something that is no number. */
export const unreadableFields = (table: EditedTable): FieldKey[] =>
  FIELD_KEYS.filter(
    (field) => field in table.typed && reading(table, field, {}).kind === "unreadable",
  );

/** Whether there is anything to save. */
export const isChanged = (table: EditedTable, kept: EditedTable): boolean =>
  table.name !== kept.name ||
  table.units !== kept.units ||
  unreadableFields(table).length > 0 ||
  FIELD_KEYS.some((field) => (table.values[field] ?? null) !== (kept.values[field] ?? null));
