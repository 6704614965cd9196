import type { Kysely } from "kysely";
import { autoIncrement, createIndex, createTable, partOf, required } from "../columns.ts";

/** The patterns that people have saved: one row for each version, never changed but for whether it is shared. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createTable(db, "saved_draft")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("name", "text", required)
    // The file of a draft, as JSON.
    .addColumn("draft", "text", required)
    .addColumn("is_shared", "integer", required)
    .addColumn("created", "bigint", required)
    .execute();
  await createIndex(db, "saved_draft_account", "saved_draft", ["account_id", "created", "id"]);
};
