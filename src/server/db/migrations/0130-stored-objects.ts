import type { Kysely } from "kysely";

/** Creates the table of files that are in an S3-compatible store. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("stored_object")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addColumn("tag", "text", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
};
