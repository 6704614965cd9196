import { type Insertable, type Kysely, type RawBuilder, sql } from "kysely";
import { nameOf } from "../assignments/sent-assignment.ts";
import type { Tables } from "../db/schema.ts";
import type { VisibleRows } from "../desk/visible-rows.ts";
import { type PageQuery, pageLimit, pageOf, pageStart } from "../page.ts";
import { isTutor } from "./inbox.ts";

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

const CONVERSATIONS_AT_ONCE = 50;

/** Unread messages are counted among this many last messages of a conversation. */
const UNREAD_AMONG = 100;

interface Row {
  id: number;
  last_id: number;
  waiting: number;
  first_id: number;
  subject: string;
  first_name: string;
  last_name: string;
  username: string;
  created: number;
  author_id: number;
  author: string;
  role: "student" | "tutor";
  unread: number;
}

/** Reads conversations by their first and last messages. @param page their rows */
const readHeads = (db: Kysely<Tables>, accountId: number, page: RawBuilder<unknown>) =>
  sql<Row>`
    select page.id, page.last_id, page.waiting,
      opening.id as first_id, opening.subject,
      account.first_name, account.last_name, account.username,
      closing.created, closing.author_id, closing.author, closing.role,
      (select count(*) from
        (select id, author_id from message where conversation_id = page.id
          order by id desc limit ${UNREAD_AMONG}) recent
        where recent.author_id <> ${accountId} and not exists
          (select 1 from message_read
            where message_read.account_id = ${accountId} and message_id = recent.id)) as unread
    from (${page}) page
    join account on account.id = page.account_id
    join message closing on closing.id = page.last_id
    join message opening on opening.id =
      (select min(id) from message where conversation_id = page.id)`.execute(db);

const toHead = (row: Row) => ({
  thread: row.id,
  first: row.first_id,
  subject: row.subject,
  student: nameOf(row),
  date: new Date(Number(row.created)).toISOString(),
  from: { id: row.author_id, name: row.author, role: row.role },
  unread: Number(row.unread),
  unanswered: row.role === "student",
});

/** A conversation, which the person may read, as a page. */
export const conversationOf = async (
  db: Kysely<Tables>,
  { viewer }: VisibleRows,
  thread: number,
) => {
  const page = sql`select * from conversation where id = ${thread} and last_id > 0`;
  const { rows } = await readHeads(db, viewer.id, page);
  return { list: rows.map(toHead), cursor: null };
};

/** A page of the conversations that a person may read. @throws HttpProblem 422 */
export const conversationsOf = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  query: PageQuery,
) => {
  const { viewer } = visible;
  const limit = query.limit === undefined ? CONVERSATIONS_AT_ONCE : pageLimit(query);
  const start = pageStart(query, "id", "id");
  const after = start ? sql`and (waiting, last_id) < (${start[0]}, ${start[1]})` : sql``;
  const afterOwn = start ? sql`and last_id < ${start[1]}` : sql``;
  const { rows } = await readHeads(
    db,
    viewer.id,
    isTutor(viewer)
      ? sql`select * from conversation where last_id > 0 ${after} and ${visible.conversations()}
          order by waiting desc, last_id desc limit ${limit + 1}`
      : sql`select * from conversation where account_id = ${viewer.id} and last_id > 0
          ${afterOwn} order by last_id desc limit ${limit + 1}`,
  );
  // A join keeps no order.
  const sorted = rows.toSorted(
    (a, b) => (isTutor(viewer) ? b.waiting - a.waiting : 0) || b.last_id - a.last_id,
  );
  const { page, cursor } = pageOf(sorted, limit, ({ waiting, last_id }) => [waiting, last_id]);
  return { list: page.map(toHead), cursor };
};
