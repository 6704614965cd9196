import { type Kysely, sql } from "kysely";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import type { PageQuery } from "../page.ts";
import { cutPage, formatCursor, pageLimit, pageStart } from "../page.ts";
import { parseId } from "../parse-id.ts";
import { HttpProblem } from "../problem.ts";
import type { SignedIn } from "../session/tokens.ts";

/** The 404 for an unknown message, or one that the person may not read. */
export const messageNotFound = () =>
  new HttpProblem(404, "message/not_found", "There is no such message");

/** Whether a person sees all conversations and may answer in them. */
export const isTutor = ({ level }: SignedIn): boolean => level >= TUTOR_LEVEL;

/** The messages that a person may read: those of their own conversations; for tutors all. */
const readable = (db: Kysely<Tables>, person: SignedIn) =>
  db
    .selectFrom("message")
    .$if(!isTutor(person), (query) => query.where("message.account_id", "=", person.accountId));

const messagesFor = (db: Kysely<Tables>, person: SignedIn) =>
  readable(db, person)
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

/** The id of a conversation that a person may read. @throws HttpProblem 404 */
export const threadOf = async (
  db: Kysely<Tables>,
  person: SignedIn,
  thread: string,
): Promise<number> => {
  const found = await db
    .selectFrom("conversation")
    .select("id")
    .where("id", "=", parseId(thread) ?? 0)
    .$if(!isTutor(person), (query) => query.where("account_id", "=", person.accountId))
    .executeTakeFirst();
  if (!found) throw messageNotFound();
  return found.id;
};

/**
 * A page of the messages that a person may read: the newest ones, the earliest of them first. Their
 * lengths are read before their texts, so that the texts of a page are bounded.
 * @param thread limits them to one conversation, which the person may read
 * @throws HttpProblem 422
 */
export const messagesOf = async (
  db: Kysely<Tables>,
  person: SignedIn,
  query: PageQuery,
  thread: number | null,
) => {
  const limit = pageLimit(query);
  const start = pageStart(query, "id");
  const found =
    thread === null
      ? readable(db, person)
      : db.selectFrom("message").where("conversation_id", "=", thread);
  const lengths = await found
    .select(["id", sql<number>`octet_length(subject) + octet_length(body)`.as("bytes")])
    .$if(start !== null, (messages) => messages.where("id", "<", start?.[0] ?? 0))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const { rows, more } = cutPage(lengths, limit, ({ bytes }) => bytes);
  const ids = rows.map(({ id }) => id);
  const page = ids.length > 0 ? await messagesFor(db, person).where("id", "in", ids).execute() : [];
  return {
    messages: page.map((row) => sentMessage(row, person)),
    cursor: more ? formatCursor(ids.at(-1) ?? 0) : null,
  };
};

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
