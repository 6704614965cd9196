import { type Kysely, PostgresAdapter, sql } from "kysely";
import { createSearchIndex, rebuildSearchIndex } from "../../study/search-index.ts";
import type { Tables } from "../schema.ts";

/** Gives the searchable pages of lessons their own ids, and indexes their words. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable("lesson_text").addColumn("id", "integer").execute();
  // A table of SQLite has such a number, and PostgreSQL counts.
  await (db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`update lesson_text set id = numbered.number from
        (select ctid as place, row_number() over () as number from lesson_text) numbered
        where lesson_text.ctid = numbered.place`
    : sql`update lesson_text set id = rowid`
  ).execute(db);
  await db.schema.createIndex("lesson_text_id").on("lesson_text").column("id").unique().execute();
  await createSearchIndex(db);
  await rebuildSearchIndex(db);
};
