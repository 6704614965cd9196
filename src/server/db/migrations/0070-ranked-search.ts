import { type Kysely, sql } from "kysely";
import { createSearchIndex, rebuildSearchIndex } from "../../study/search-index.ts";
import type { Tables } from "../schema.ts";

/** Makes the index of lessons again: it also knows titles and words in sequence, to rank by them. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await sql`drop table lesson_index`.execute(db);
  await createSearchIndex(db);
  await rebuildSearchIndex(db);
};
