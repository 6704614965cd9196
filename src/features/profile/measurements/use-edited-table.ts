import { useState } from "react";
import type { Measurement } from "../../../contract/measurements.ts";
import type { Draft } from "../../../core/drafts.ts";
import type { FieldKey, Units } from "../../../domain/measurements/fields.ts";
import {
  type EditedTable,
  inUnits,
  isChanged,
  settled,
  typeIn,
  unreadableFields,
  untouched,
} from "./edited-table.ts";

/** The table being edited. Unsaved changes are stored as the person types, and restored. */
export const useEditedTable = (kept: Measurement | null, draft: Draft<EditedTable>) => {
  const [start] = useState(() => untouched(kept));
  const [broughtBack] = useState(() => draft.read());
  const [table, setTable] = useState<EditedTable>(broughtBack ?? start);

  const change = (next: EditedTable) => {
    setTable(next);
    if (isChanged(next, start)) draft.write(next);
    else draft.clear();
  };

  return {
    table,
    broughtBack: broughtBack !== null,
    changed: isChanged(table, start),
    rename: (name: string) => change({ ...table, name }),
    setUnits: (units: Units) => change(inUnits(table, units)),
    type: (field: FieldKey, text: string) => change(typeIn(table, field, text, start.values)),
    settle: () => setTable(settled(table)),
    unreadable: () => unreadableFields(table),
    /** Call it when the table was saved or the changes were discarded. */
    forget: () => draft.clear(),
  };
};
