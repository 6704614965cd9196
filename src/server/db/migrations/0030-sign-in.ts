import type { Kysely } from "kysely";

/** Creates the tables of failed attempts, and of the places from which people have signed in. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable("failed_attempt")
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("failed_attempt_key")
    .on("failed_attempt")
    .columns(["key", "at"])
    .execute();
  await schema.createIndex("failed_attempt_at").on("failed_attempt").column("at").execute();
  await schema
    .createTable("known_place")
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("seen", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("known_place_key", ["account_id", "place"])
    .execute();
  await schema.createIndex("known_place_place").on("known_place").column("place").execute();
};
