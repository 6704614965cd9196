import type { Kysely } from "kysely";

/** Finds the messages of an author, whose storage is limited. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.createIndex("message_author").on("message").column("author_id").execute();
};
