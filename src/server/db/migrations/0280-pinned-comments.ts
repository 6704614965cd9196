import type { Kysely } from "kysely";

/** The pinned comments of a marked copy: students get them without the drawing, which is long. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("marked_file").addColumn("pins", "text").execute();
};
