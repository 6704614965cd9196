import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

/** The school's own sites, which may show the app in a frame. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable("site")
    .addColumn("origin", "text", (column) => column.primaryKey())
    .execute();
};
