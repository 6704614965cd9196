import { useState } from "react";
import * as v from "valibot";
import type { App } from "../../../app-context/app.ts";
import { unsentTextsOf } from "../../../app-context/unsent-texts.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import type { Id } from "../../../contract/wire.ts";
import type { UnsentText } from "../../../core/unsent-texts.ts";
import {
  FIELD_KEYS,
  type FieldKey,
  type Units,
  type Values,
} from "../../../domain/measurements/fields.ts";
import { type ParsedMeasure, parseMeasure } from "../../../domain/measurements/parse-measure.ts";

export interface EditedTable {
  readonly name: string;
  readonly units: Units;
  readonly values: Values;
  /** The text of a field that is being edited or is not a number. */
  readonly typed: Readonly<Partial<Record<FieldKey, string>>>;
  /** When the table was saved that this one replaces; null: it is new, or not known. */
  readonly replaces: string | null;
}

/** The saved table without changes; an empty one for a new table. */
export const createEditedTable = (table: Measurement | null): EditedTable => ({
  name: table?.name ?? "",
  units: table?.units ?? "cm",
  values: table?.values ?? {},
  typed: {},
  replaces: table?.updated ?? null,
});

const reading = (table: EditedTable, field: FieldKey, kept: Values): ParsedMeasure =>
  parseMeasure(table.typed[field] ?? "", field, table.units, kept[field] ?? null);

/** Applies the text of a field. Text that is not a number leaves the value unchanged. */
export const setFieldText = (
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

/** Formats a field that holds a number or is empty. Other text stays as typed. */
export const formatFields = (table: EditedTable): EditedTable => ({
  ...table,
  typed: Object.fromEntries(
    unreadableFields(table).map((field) => [field, table.typed[field] ?? ""]),
  ),
});

/** Shows lengths in other units. No value changes. */
export const convertUnits = (table: EditedTable, units: Units): EditedTable => ({
  ...formatFields(table),
  units,
});

/** The fields whose text is not a number. */
export const unreadableFields = (table: EditedTable): FieldKey[] =>
  FIELD_KEYS.filter(
    (field) => field in table.typed && reading(table, field, {}).kind === "unreadable",
  );

/** Whether there is anything to save. */
export const hasChanges = (table: EditedTable, kept: EditedTable): boolean =>
  table.name !== kept.name ||
  table.units !== kept.units ||
  unreadableFields(table).length > 0 ||
  FIELD_KEYS.some((field) => (table.values[field] ?? null) !== (kept.values[field] ?? null));

const editedTable = v.object({
  name: v.string(),
  units: v.picklist(["cm", "in"]),
  values: v.record(v.string(), v.nullable(v.number())),
  typed: v.record(v.string(), v.string()),
  replaces: v.nullish(v.string(), null),
});

/**
 * The unsaved changes to a table.
 * @param tableId null for a new table
 */
export const unsavedTable = (app: App, tableId: Id | null): UnsentText<EditedTable> =>
  unsentTextsOf(app).of(`measurements/${tableId ?? "new"}`, editedTable);

/** The table being edited. Unsaved changes are stored as the person types, and restored. */
export const useEditedTable = (kept: Measurement | null, unsent: UnsentText<EditedTable>) => {
  const [start, setStart] = useState(() => createEditedTable(kept));
  const [restored] = useState(() => unsent.read());
  const [table, setTable] = useState<EditedTable>(restored ?? start);

  const change = (next: EditedTable) => {
    setTable(next);
    if (hasChanges(next, start)) unsent.write(next);
    else unsent.clear();
  };

  return {
    table,
    restored: restored !== null,
    changed: hasChanges(table, start),
    rename: (name: string) => change({ ...table, name }),
    setUnits: (units: Units) => change(convertUnits(table, units)),
    type: (field: FieldKey, text: string) => change(setFieldText(table, field, text, start.values)),
    setValues: (values: Values) => change({ ...table, values, typed: {} }),
    settle: () => setTable(formatFields(table)),
    unreadable: () => unreadableFields(table),
    /** Drops the changes for a table that was saved meanwhile. */
    take(saved: Measurement) {
      const taken = createEditedTable(saved);
      setStart(taken);
      change(taken);
      unsent.clear();
    },
    /** Call it when the table was saved or the changes were discarded. */
    forget: () => unsent.clear(),
  };
};
