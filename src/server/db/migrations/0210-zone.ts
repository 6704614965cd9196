import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

/** The time zone of a school's days; empty: UTC. */
export const up = (db: Kysely<Tables>): Promise<void> =>
  db.schema
    .alterTable("organisation")
    .addColumn("zone", "text", (column) => column.notNull().defaultTo(""))
    .execute();
