import type { Kysely } from "kysely";

/** Creates the tables of what an import has made of the content's pictures. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("picture")
    .addColumn("source", "text", (column) => column.primaryKey())
    .addColumn("recipe", "integer", (column) => column.notNull())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("height", "integer", (column) => column.notNull())
    .addColumn("problem", "text")
    .execute();
  await db.schema
    .createTable("picture_variant")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("picture_variant_key", ["source", "type", "width"])
    .execute();
  await db.schema.alterTable("file").addColumn("offline", "text").execute();
};
