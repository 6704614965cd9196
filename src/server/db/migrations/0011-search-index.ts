import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Tables } from "../schema.ts";
import { addToSearchIndex, createSearchIndex } from "../search-index.ts";

const PAGES_AT_ONCE = 200;

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
  for (let last = 0; ; ) {
    const pages = await db
      .selectFrom("lesson_text")
      .select(["id", "folded"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(PAGES_AT_ONCE)
      .execute();
    if (pages.length === 0) return;
    await addToSearchIndex(db, pages);
    last = pages.at(-1)?.id ?? last;
  }
};
