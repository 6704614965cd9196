import type { Kysely } from "kysely";

/**
 * Adds devices on which people are told what is new, each for as long as its session, with the message that
 * waits for it. News remembers whether devices have been told of it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .alterTable("news")
    .addColumn("pushed", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable("push_device")
    .addColumn("token_hash", "text", (column) =>
      column.primaryKey().references("token.hash").onDelete("cascade"),
    )
    .addColumn("endpoint", "text", (column) => column.notNull().unique())
    .addColumn("p256dh", "text", (column) => column.notNull())
    .addColumn("auth", "text", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("message", "text")
    .addColumn("since", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("due", "bigint")
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("push_device_due").on("push_device").column("due").execute();
};
