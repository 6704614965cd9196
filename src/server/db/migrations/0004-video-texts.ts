import type { Kysely } from "kysely";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("video_text")
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("lesson_id", "integer", (column) => column.notNull())
    .addColumn("asset", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("texts", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("video_text_key", ["product", "lesson_id", "asset", "language"])
    .execute();
};
