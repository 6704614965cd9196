import type { Kysely } from "kysely";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import { HttpProblem } from "../problem.ts";
import type { SignedIn } from "../session/tokens.ts";

/** The 404 for an unknown message, or one that the person may not read. */
export const messageNotFound = () =>
  new HttpProblem(404, "message/not_found", "There is no such message");

/** Whether a person sees all conversations and may answer in them. */
export const isTutor = ({ level }: SignedIn): boolean => level >= TUTOR_LEVEL;

const messagesFor = (db: Kysely<Tables>, person: SignedIn) =>
  db
    .selectFrom("message")
    .innerJoin("conversation", "conversation.id", "message.conversation_id")
    .leftJoin("message_read", (join) =>
      join
        .onRef("message_read.message_id", "=", "message.id")
        .on("message_read.account_id", "=", person.accountId),
    )
    .select((select) => [
      "message.id",
      "conversation_id",
      "author_id",
      "author",
      "role",
      "subject",
      "body",
      "created",
      "message_read.message_id as read_id",
      select
        .selectFrom("message_file")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("message_file.message_id", "=", "message.id")
        .as("files"),
    ])
    .$if(!isTutor(person), (query) => query.where("conversation.account_id", "=", person.accountId))
    .orderBy("message.id");

type Row = Awaited<ReturnType<ReturnType<typeof messagesFor>["execute"]>>[number];

const sentMessage = (row: Row, { accountId }: SignedIn) => ({
  id: row.id,
  thread: row.conversation_id,
  subject: row.subject,
  body: row.body,
  date: new Date(Number(row.created)).toISOString(),
  from: { id: row.author_id, name: row.author, role: row.role },
  read: row.author_id === accountId || row.read_id !== null,
  attachmentCount: Number(row.files ?? 0),
});

/** The messages that a person may read, earliest first: their own conversations; for tutors all. */
export const messagesOf = async (db: Kysely<Tables>, person: SignedIn) =>
  (await messagesFor(db, person).execute()).map((row) => sentMessage(row, person));

/** One of the messages that a person may read. @throws HttpProblem 404 */
export const messageOf = async (db: Kysely<Tables>, person: SignedIn, id: number | null) => {
  const row = await messagesFor(db, person)
    .where("message.id", "=", id ?? 0)
    .executeTakeFirst();
  if (!row) throw messageNotFound();
  return sentMessage(row, person);
};

/** Records that a person has read a message; call within a write. */
export const markRead = async (
  db: Kysely<Tables>,
  { accountId }: SignedIn,
  messageId: number,
): Promise<void> => {
  await db
    .insertInto("message_read")
    .values({ account_id: accountId, message_id: messageId })
    .onConflict((conflict) => conflict.columns(["account_id", "message_id"]).doNothing())
    .execute();
};
