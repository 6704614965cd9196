import { type Kysely, sql } from "kysely";
import { autoIncrement } from "../auto-increment.ts";

/** Creates the tables of the authors' folders from which the content is made. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable("source_version")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) =>
      column.references("account.id").onDelete("set null"),
    )
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("changed", "bigint", (column) => column.notNull())
    .addColumn("edition", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("published", "bigint")
    .addColumn("based_on", "integer")
    .addColumn("manifest", "text")
    .addColumn("files", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("products", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("courses", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("lessons", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("checked", "text")
    .execute();
  // There is one draft at most.
  await schema
    .createIndex("source_draft")
    .unique()
    .on("source_version")
    .column("state")
    .where(sql.ref("state"), "=", sql.lit("draft"))
    .execute();

  await schema
    .createTable("source_file")
    .addColumn("version_id", "integer", (column) =>
      column.notNull().references("source_version.id").onDelete("cascade"),
    )
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("source_file_key", ["version_id", "path"])
    .execute();
  await schema.createIndex("source_file_checksum").on("source_file").column("checksum").execute();

  await schema
    .createTable("source_part")
    .addColumn("checksum", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("stored", "text", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("source_part_key", ["checksum", "position"])
    .execute();
};
