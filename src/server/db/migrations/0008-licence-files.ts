import type { Kysely } from "kysely";

/** Licence files have an end date, because their machines may never contact the school again. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("activation").addColumn("until", "text").execute();
};
