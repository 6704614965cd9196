import type { Kysely } from "kysely";
import { autoIncrement } from "../auto-increment.ts";

/** Creates the tables for the school, its content, accounts and progress. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("organisation")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("logo", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("telephone", "text", (column) => column.notNull())
    .addColumn("download_available", "integer", (column) => column.notNull())
    .addColumn("footer", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("announcement")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("organisation_id", "integer", (column) => column.notNull())
    .addColumn("from_date", "text", (column) => column.notNull())
    .addColumn("to_date", "text", (column) => column.notNull())
    .addColumn("translations", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("account")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("username", "text", (column) => column.notNull())
    .addColumn("username_key", "text", (column) => column.notNull().unique())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("first_name", "text", (column) => column.notNull())
    .addColumn("last_name", "text", (column) => column.notNull())
    .addColumn("password", "text", (column) => column.notNull())
    .addColumn("level", "integer", (column) => column.notNull())
    .addColumn("languages", "text", (column) => column.notNull())
    .addColumn("registered", "text", (column) => column.notNull())
    .addColumn("expire", "text")
    .addColumn("accepted_personaldata", "text")
    .addColumn("accepted_mediaconsent", "text")
    .addColumn("organisation_id", "integer")
    .addColumn("serial_number", "text", (column) => column.notNull())
    .addColumn("may_download", "integer", (column) => column.notNull())
    .addColumn("session_id", "text")
    .addColumn("last_login", "bigint")
    .execute();
  const ofAccount = (table: string) =>
    schema
      .createTable(table)
      .addColumn("account_id", "integer", (column) =>
        column.notNull().references("account.id").onDelete("cascade"),
      );
  await ofAccount("token")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("expires", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("token_account").on("token").column("account_id").execute();
  await ofAccount("reset_link")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("expires", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("reset_link_account").on("reset_link").column("account_id").execute();
  await ofAccount("subscription")
    .addColumn("course_id", "integer", (column) => column.notNull())
    .addColumn("exp_date", "text")
    .addColumn("sub_date", "text")
    .addColumn("sub_months", "integer")
    .addPrimaryKeyConstraint("subscription_key", ["account_id", "course_id"])
    .execute();
  await schema
    .createTable("product")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("lesson")
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("dbid", "integer", (column) => column.notNull().unique())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("lesson_key", ["product", "key"])
    .execute();
  await schema
    .createTable("listing")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("data", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("assignment")
    .addColumn("lesson_id", "integer", (column) => column.primaryKey())
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("instructions", "text")
    .addColumn("image", "text")
    .execute();
  await schema
    .createTable("file")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("checksum", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("file_key", ["kind", "product", "title"])
    .execute();
  await ofAccount("progress")
    .addColumn("lesson_id", "integer", (column) => column.notNull())
    .addColumn("package_id", "integer", (column) => column.notNull())
    .addColumn("course_id", "integer")
    .addColumn("opened", "bigint")
    .addColumn("completed", "bigint")
    .addColumn("last_seen", "bigint", (column) => column.notNull())
    .addColumn("seconds", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("progress_key", ["account_id", "lesson_id"])
    .execute();
  await ofAccount("repeatable")
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("repeatable_key", ["account_id", "key"])
    .execute();
  await schema.createIndex("repeatable_created").on("repeatable").column("created").execute();
};
