import { type Kysely, sql } from "kysely";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import type { VisibleRows } from "../desk/visible-rows.ts";
import { type PageQuery, pageLimit, pageOf, pageStart, parseId } from "../page.ts";
import { HttpProblem } from "../problem.ts";

/** The 404 for an unknown message, or one that the person may not read. */
export const messageNotFound = () =>
  new HttpProblem(404, "message/not_found", "There is no such message");

/** Whether a person answers students, and sees their conversations. */
export const isTutor = ({ level }: Pick<SignedIn, "level">): boolean => level >= TUTOR_LEVEL;

const messagesFor = (db: Kysely<Tables>, visible: VisibleRows) =>
  db
    .selectFrom("message")
    .innerJoin("conversation", "conversation.id", "message.conversation_id")
    .where(visible.conversations())
    .leftJoin("message_read", (join) =>
      join
        .onRef("message_read.message_id", "=", "message.id")
        .on("message_read.account_id", "=", visible.viewer.id),
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

const sentMessage = (row: Row, { viewer }: VisibleRows) => ({
  id: row.id,
  thread: row.conversation_id,
  subject: row.subject,
  body: row.body,
  date: new Date(Number(row.created)).toISOString(),
  from: { id: row.author_id, name: row.author, role: row.role },
  read: row.author_id === viewer.id || row.read_id !== null,
  attachmentCount: Number(row.files ?? 0),
});

/** A conversation that a person may read, with its account. @throws HttpProblem 404 */
export const threadOf = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  thread: string,
): Promise<{ id: number; account_id: number }> => {
  const found = await db
    .selectFrom("conversation")
    .select(["id", "account_id"])
    .where("id", "=", parseId(thread) ?? 0)
    .where(visible.conversations())
    .executeTakeFirst();
  if (!found) throw messageNotFound();
  return found;
};

/** The messages of all conversations that a person may see. */
const visibleMessages = (db: Kysely<Tables>, visible: VisibleRows) => {
  const messages = db.selectFrom("message");
  if (visible.isAll) return messages;
  const { viewer } = visible;
  if (!isTutor(viewer)) return messages.where("message.account_id", "=", viewer.id);
  // A join would look at every message until the page is full.
  const seen = db.selectFrom("conversation").select("id").where(visible.conversations());
  return messages.where("conversation_id", "in", seen);
};

/**
 * A page of the messages that a person may read: the newest ones, the earliest of them first. Their
 * lengths are read before their texts, so that the texts of a page are bounded.
 * @param thread limits them to one conversation, which the person may read
 * @throws HttpProblem 422
 */
export const messagesOf = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  query: PageQuery,
  thread: number | null,
) => {
  const limit = pageLimit(query);
  const start = pageStart(query, "id");
  const found =
    thread === null
      ? visibleMessages(db, visible)
      : db.selectFrom("message").where("conversation_id", "=", thread);
  const lengths = await found
    .select(["id", sql<number>`octet_length(subject) + octet_length(body)`.as("bytes")])
    .$if(start !== null, (messages) => messages.where("id", "<", start?.[0] ?? 0))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const { page: fitting, cursor } = pageOf(
    lengths,
    limit,
    ({ id }) => [id],
    ({ bytes }) => bytes,
  );
  const ids = fitting.map(({ id }) => id);
  const page =
    ids.length > 0 ? await messagesFor(db, visible).where("message.id", "in", ids).execute() : [];
  return {
    messages: page.map((row) => sentMessage(row, visible)),
    cursor,
  };
};

/** One of the messages that a person may read. @throws HttpProblem 404 */
export const messageOf = async (db: Kysely<Tables>, visible: VisibleRows, id: number | null) => {
  const row = await messagesFor(db, visible)
    .where("message.id", "=", id ?? 0)
    .executeTakeFirst();
  if (!row) throw messageNotFound();
  return sentMessage(row, visible);
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
