import type { Kysely } from "kysely";
import { autoIncrement } from "../auto-increment.ts";

/** Creates the tables for messages between students and tutors, and for who has read them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const create = (table: string) =>
    db.schema.createTable(table).addColumn("id", "integer", autoIncrement(db));
  await create("conversation")
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("conversation_account")
    .on("conversation")
    .column("account_id")
    .execute();
  await create("message")
    .addColumn("conversation_id", "integer", (column) =>
      column.notNull().references("conversation.id").onDelete("cascade"),
    )
    .addColumn("author_id", "integer", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("message_conversation")
    .on("message")
    .column("conversation_id")
    .execute();
  await db.schema
    .createTable("message_read")
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("message_id", "integer", (column) =>
      column.notNull().references("message.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("message_read_key", ["account_id", "message_id"])
    .execute();
  await db.schema
    .createTable("message_file")
    .addColumn("message_id", "integer", (column) =>
      column.notNull().references("message.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("stored", "text", (column) => column.notNull().unique())
    .addPrimaryKeyConstraint("message_file_key", ["message_id", "position"])
    .execute();
};
