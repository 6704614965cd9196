import type { Insertable, Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";

/**
 * Starts a conversation of an account; call within a write.
 * @param about the hand-in that it is about, and the course of that
 * @returns its id
 */
export const insertConversation = async (
  db: Kysely<Tables>,
  accountId: number,
  about: { upload_id?: number; course_id?: number | null } = {},
): Promise<number> => {
  const { id } = await db
    .insertInto("conversation")
    .values({ account_id: accountId, ...about })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** Adds a message to its conversation; call within a write. @returns its id */
export const insertMessage = async (
  db: Kysely<Tables>,
  row: Insertable<Tables["message"]>,
): Promise<number> => {
  const { id } = await db
    .insertInto("message")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("conversation")
    .set({ last_id: id, last_created: row.created, waiting: Number(row.role === "student") })
    .where("id", "=", row.conversation_id)
    // A message that was written at the same time may have come first.
    .where("last_id", "<", id)
    .execute();
  return id;
};
