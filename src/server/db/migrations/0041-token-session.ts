import type { Kysely } from "kysely";

/** Records the session that each token was issued for, so that a later sign-in can end its tickets. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("token").addColumn("session_id", "text").execute();
};
