import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

/** When a server last began each scheduled work, so that the others leave it to that one. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable("turn")
    .addColumn("work", "text", (column) => column.primaryKey())
    .addColumn("taken", "bigint", (column) => column.notNull())
    .execute();
};
