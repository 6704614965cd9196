import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

/** The accent colour of a school; empty where it has none. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable("organisation")
    .addColumn("accent", "text", (column) => column.notNull().defaultTo(""))
    .execute();
};
