import { type Kysely, sql } from "kysely";

/** The orders of the tutors' queue, and what their list of students is filtered and sorted by. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .alterTable("conversation")
    .addColumn("last_created", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update conversation set last_created = coalesce(
    (select created from message where message.id = conversation.last_id), 0)`.execute(db);
  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns).execute();
  await index("conversation_since", "conversation", ["last_created", "id"]);
  await index("conversation_queue", "conversation", ["waiting", "last_created", "id"]);
  await index("upload_queue", "upload", ["state", "latest", "created", "id"]);
  // All that the list asks of a student's study is in the index.
  await schema.dropIndex("progress_seen").execute();
  await index("progress_seen", "progress", ["account_id", "last_seen", "lesson_id", "completed"]);
  await index("progress_completed", "progress", ["completed", "account_id", "lesson_id"]);
};
