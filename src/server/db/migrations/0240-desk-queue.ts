import { type Kysely, sql } from "kysely";

/** The order in which the desk lists what has been answered: a page reads a page, and not all hand-ins. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex("upload_since")
    .on("upload")
    .expression(sql`coalesce(feedback_at, created), id`)
    .execute();
};
