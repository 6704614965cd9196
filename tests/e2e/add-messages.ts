import { insertConversation, insertMessage } from "../../src/server/db/message-rows.ts";
import { openServedDatabase } from "../support/served-database.ts";

interface Conversation {
  subject: string;
  bodies: readonly string[];
}

/**
 * Records a student's conversations in this order, as if each message had been sent: hundreds of
 * calls would take seconds.
 * @returns the ids of the conversations
 */
export const addConversations = async (
  dataDir: string,
  username: string,
  conversations: readonly Conversation[],
): Promise<number[]> => {
  const database = await openServedDatabase(dataDir);
  try {
    return await database.write(async (db) => {
      const student = await db
        .selectFrom("account")
        .select(["id", "first_name"])
        .where("username", "=", username)
        .executeTakeFirstOrThrow();
      const ids: number[] = [];
      for (const { subject, bodies } of conversations) {
        const conversation = await insertConversation(db, student.id);
        ids.push(conversation);
        for (const body of bodies) {
          await insertMessage(db, {
            conversation_id: conversation,
            account_id: student.id,
            author_id: student.id,
            author: student.first_name,
            role: "student",
            subject,
            body,
            created: Date.now(),
          });
        }
      }
      return ids;
    });
  } finally {
    await database.close();
  }
};
