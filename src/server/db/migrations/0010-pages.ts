import { type Kysely, sql } from "kysely";

/**
 * Adds what the pages of growing lists are read by, so that a page costs the same however long its
 * list is: sort keys where they were computed from all rows, and an index for each order.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  const addNumber = (table: string, column: string) =>
    schema
      .alterTable(table)
      .addColumn(column, "integer", (definition) => definition.notNull().defaultTo(0))
      .execute();
  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns).execute();

  await addNumber("message", "account_id");
  await sql`update message set account_id =
    (select account_id from conversation where conversation.id = message.conversation_id)`.execute(
    db,
  );
  await index("message_account", "message", ["account_id", "id"]);
  await index("message_thread", "message", ["conversation_id", "id", "author_id"]);
  await schema.dropIndex("message_conversation").execute();

  await addNumber("conversation", "last_id");
  await addNumber("conversation", "waiting");
  await sql`update conversation set last_id = coalesce(
    (select max(id) from message where message.conversation_id = conversation.id), 0)`.execute(db);
  await sql`update conversation set waiting = 1 where exists
    (select id from message where message.id = conversation.last_id and role = 'student')`.execute(
    db,
  );
  await index("conversation_order", "conversation", ["waiting", "last_id"]);
  await index("conversation_own", "conversation", ["account_id", "last_id"]);
  await schema.dropIndex("conversation_account").execute();

  await addNumber("upload", "latest");
  await sql`update upload set latest = 1 where id in
    (select max(id) from upload group by account_id, lesson_id)`.execute(db);
  await index("upload_own", "upload", ["account_id", "lesson_id", "id"]);
  await index("upload_latest", "upload", ["account_id", "latest", "lesson_id"]);
  await index("upload_waiting", "upload", ["state", "latest", "id"]);
  await schema.dropIndex("upload_account").execute();
  await schema.dropIndex("upload_state").execute();

  await index("note_updated", "note", ["account_id", "updated", "lesson_id"]);
  await index("measurement_updated", "measurement", ["account_id", "updated", "id"]);
  await index("measurement_default", "measurement", ["account_id", "is_default"]);
  await schema.dropIndex("measurement_account").execute();
  await index("announcement_from", "announcement", ["organisation_id", "from_date", "id"]);
};
