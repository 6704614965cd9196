import type { Kysely } from "kysely";
import type { SentLesson } from "../../../contract/content.ts";
import { lessonTextRows } from "../../study/lesson-text.ts";
import type { Tables } from "../schema.ts";

/** The pages had no ids then. */
type OlderTables = Omit<Tables, "lesson_text"> & {
  lesson_text: Omit<Tables["lesson_text"], "id">;
};

/**
 * Creates the tables for students' notes, serial numbers of the desktop app, and the search text of
 * lessons.
 */
export const up = async (db: Kysely<OlderTables>): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable("note")
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("lesson_id", "integer", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("updated", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("note_key", ["account_id", "lesson_id"])
    .execute();
  await schema
    .createTable("serial_number")
    .addColumn("serial", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) =>
      column.notNull().unique().references("account.id").onDelete("cascade"),
    )
    .addColumn("created", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("lesson_text")
    .addColumn("lesson_id", "integer", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("page", "integer", (column) => column.notNull())
    .addColumn("head", "text", (column) => column.notNull())
    .addColumn("folded", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("lesson_text_key", ["lesson_id", "language", "page"])
    .execute();
  // Indexes the lessons that were imported before this migration.
  const lessons = await db.selectFrom("lesson").select(["dbid"]).execute();
  for (const { dbid } of lessons) {
    const { data } = await db
      .selectFrom("lesson")
      .select("data")
      .where("dbid", "=", dbid)
      .executeTakeFirstOrThrow();
    const lesson: SentLesson = JSON.parse(data);
    const rows = lessonTextRows(lesson);
    if (rows.length > 0) await db.insertInto("lesson_text").values(rows).execute();
  }
};
