import * as v from "valibot";
import type { App } from "../../../app-context/app.ts";
import { draftsOf } from "../../../app-context/drafts.ts";
import type { Id } from "../../../contract/wire.ts";
import type { Draft } from "../../../core/drafts.ts";
import type { EditedTable } from "./edited-table.ts";

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
export const tableDraft = (app: App, tableId: Id | null): Draft<EditedTable> =>
  draftsOf(app).draft(`measurements/${tableId ?? "new"}`, editedTable);
