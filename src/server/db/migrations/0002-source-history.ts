import type { Kysely } from "kysely";
import {
  autoIncrement,
  byDefault,
  createIndex,
  createTable,
  orNull,
  partOf,
  required,
} from "../columns.ts";

/** What has become of the author's folder, who is at it, and what its translations were made from. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const version = () => db.schema.alterTable("source_version");
  // Of whoever has published it; empty for none.
  await version().addColumn("note", "text", byDefault("")).execute();
  // JSON: what it changed, by course; null for a draft, and for versions of an earlier release.
  await version().addColumn("summary", "text").execute();

  // Each change of a file of the draft. It names the bytes before and after, so they stay as long as it does.
  await createTable(db, "source_change")
    .addColumn("id", "integer", autoIncrement(db))
    // The draft, and which change of it: files that were changed together have the same. The draft may be gone.
    .addColumn("version_id", "integer", required)
    .addColumn("edition", "integer", required)
    .addColumn("path", "text", required)
    // Checksum and size; null: there was no file, or there is none any more.
    .addColumn("before", "text")
    .addColumn("before_size", "bigint")
    .addColumn("after", "text")
    .addColumn("after_size", "bigint")
    .addColumn("actor", "text", required)
    .addColumn("account_id", "integer", orNull("account.id"))
    .addColumn("at", "bigint", required)
    .execute();
  await createIndex(db, "source_change_path", "source_change", ["path", "id"]);
  await createIndex(db, "source_change_step", "source_change", ["version_id", "edition"]);
  await createIndex(db, "source_change_before", "source_change", ["before"]);
  await createIndex(db, "source_change_after", "source_change", ["after"]);

  // Who has a text open at this moment. Rows go within minutes.
  await createTable(db, "source_reader")
    .addColumn("path", "text", required)
    .addColumn("account_id", "integer", partOf("account.id"))
    .addColumn("seen", "bigint", required)
    .addPrimaryKeyConstraint("source_reader_key", ["path", "account_id"])
    .execute();
  await createIndex(db, "source_reader_seen", "source_reader", ["seen"]);

  // What a translation was made from: the original's bytes when the translation got its own.
  await createTable(db, "source_translation")
    .addColumn("path", "text", required)
    .addColumn("checksum", "text", required)
    .addColumn("original", "text", required)
    .addColumn("size", "bigint", required)
    .addPrimaryKeyConstraint("source_translation_key", ["path", "checksum"])
    .execute();
  await createIndex(db, "source_translation_original", "source_translation", ["original"]);
};
