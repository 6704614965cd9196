import type { Kysely } from "kysely";

/** Records since when an account is blocked. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable("account").addColumn("blocked", "bigint").execute();
};
