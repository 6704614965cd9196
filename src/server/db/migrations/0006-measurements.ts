import type { Kysely } from "kysely";
import { autoIncrement } from "../auto-increment.ts";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("measurement")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_default", "integer", (column) => column.notNull())
    .addColumn("units", "text", (column) => column.notNull())
    .addColumn("updated", "bigint", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("measurement_account")
    .on("measurement")
    .column("account_id")
    .execute();
};
