import type { Kysely } from "kysely";

/** Adds the draft that an assignment asks for, as JSON. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("assignment").addColumn("draft", "text").execute();
};
