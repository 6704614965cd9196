import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

/** What an answer has replaced, for as long as the answer can be taken back. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable("answer_before")
    .addColumn("upload_id", "integer", (column) =>
      column.primaryKey().references("upload.id").onDelete("cascade"),
    )
    .addColumn("data", "text", (column) => column.notNull())
    .execute();
};
