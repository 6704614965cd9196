import type { Kysely } from "kysely";

/** Adds how an assignment is judged, as JSON. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("assignment").addColumn("criteria", "text").execute();
};
