import type { Kysely } from "kysely";

/** Creates the table of stored content files that nothing names, and since when. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("unused_file")
    .addColumn("checksum", "text", (column) => column.primaryKey())
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
};
