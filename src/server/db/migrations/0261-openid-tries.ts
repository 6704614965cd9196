import type { Kysely } from "kysely";

/**
 * Creates the table of tries of a provider by an administrator, who signs in there without signing in here: one
 * for each session, gone with it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("openid_try")
    .addColumn("token_hash", "text", (column) =>
      column.primaryKey().references("token.hash").onDelete("cascade"),
    )
    .addColumn("state_hash", "text", (column) => column.notNull().unique())
    .addColumn("nonce", "text", (column) => column.notNull())
    .addColumn("verifier", "text", (column) => column.notNull())
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("expires", "bigint", (column) => column.notNull())
    .execute();
};
