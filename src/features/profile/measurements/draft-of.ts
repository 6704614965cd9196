import * as v from "valibot";
import type { Id } from "../../../contract/wire.ts";
import type { Draft, Drafts } from "../../../core/drafts.ts";
import type { EditedTable } from "./edited-table.ts";

const editedTable = v.object({
  name: v.string(),
  units: v.picklist(["cm", "in"]),
  values: v.record(v.string(), v.nullable(v.number())),
  typed: v.record(v.string(), v.string()),
});

/** What somebody typed for a table and has not saved; for a new one without an id. */
export const draftOf = (drafts: Drafts, tableId?: Id): Draft<EditedTable> =>
  drafts.draft(`measurements/${tableId ?? "new"}`, editedTable);
