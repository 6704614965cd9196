import { useState } from "react";
import * as v from "valibot";
import type { App } from "../../../app-context/app.ts";
import { unsentTextsOf } from "../../../app-context/unsent-texts.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import type { Id } from "../../../contract/wire.ts";
import type { UnsentText } from "../../../core/unsent-texts.ts";
import type { FieldKey, Units, Values } from "../../../domain/measurements/fields.ts";
import {
  convertUnits,
  createEditedTable,
  type EditedTable,
  formatFields,
  hasChanges,
  setFieldText,
  unreadableFields,
} from "./edited-table.ts";

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
