import type { Kysely } from "kysely";
import { autoIncrement } from "../auto-increment.ts";

/** Creates the tables for hand-ins and tutors' feedback. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("upload")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("lesson_id", "integer", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("feedback", "text")
    .addColumn("feedback_at", "bigint")
    .addColumn("tutor", "text")
    .execute();
  await db.schema
    .createIndex("upload_account")
    .on("upload")
    .columns(["account_id", "lesson_id"])
    .execute();
  await db.schema.createIndex("upload_state").on("upload").column("state").execute();
  await db.schema
    .createTable("upload_file")
    .addColumn("upload_id", "integer", (column) =>
      column.notNull().references("upload.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addColumn("stored", "text", (column) => column.notNull().unique())
    .addPrimaryKeyConstraint("upload_file_key", ["upload_id", "position"])
    .execute();
};
