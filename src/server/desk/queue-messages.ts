import { type Kysely, sql } from "kysely";
import { nameOf } from "../assignments/sent-assignment.ts";
import type { Tables } from "../db/schema.ts";
import { type Asked, afterStart, EXCERPT, isOldestFirst, type Sorted } from "./queue-entry.ts";

/** The conversations of a page of the queue, and one more. */
export const messageEntries = async (db: Kysely<Tables>, asked: Asked): Promise<Sorted[]> => {
  const { show, tutor, visible } = asked;
  const direction = isOldestFirst(show) ? "asc" : "desc";
  const since = sql<number>`conversation.last_created`;
  let query = db
    .selectFrom("conversation")
    .innerJoin("message as closing", "closing.id", "conversation.last_id")
    .innerJoin("account", "account.id", "conversation.account_id")
    .select((of) => [
      "conversation.id",
      "conversation.account_id",
      "conversation.course_id",
      "waiting",
      "first_name",
      "last_name",
      "username",
      since.as("since"),
      sql<string>`substr(closing.body, 1, ${sql.lit(EXCERPT)})`.as("excerpt"),
      sql<string>`(select subject from message where id =
        (select min(id) from message where conversation_id = conversation.id))`.as("subject"),
      of
        .selectFrom("message_file")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("message_file.message_id", "=", "closing.id")
        .as("files"),
    ])
    .where(afterStart(asked, since, 1, "conversation.id"))
    .orderBy(since, direction)
    .orderBy("conversation.id", direction)
    .where(visible.conversations())
    .limit(asked.limit + 1);
  if (show === "waiting") query = query.where("waiting", "=", 1);
  else if (show === "answered") query = query.where("waiting", "=", 0);
  else if (show === "mine") {
    query = query.where(
      sql<boolean>`exists (select 1 from message where conversation_id = conversation.id
        and author_id = ${tutor.accountId})`,
    );
  }
  return (await query.execute()).map((row) => ({
    keys: [Number(row.since), 1, row.id],
    accountId: row.account_id,
    lessonId: null,
    courseId: row.course_id,
    entry: {
      kind: "message",
      id: row.id,
      student: { id: row.account_id, name: nameOf(row) },
      title: row.subject ?? "",
      translations: [],
      excerpt: row.excerpt,
      since: new Date(Number(row.since)).toISOString(),
      state: row.waiting === 1 ? "waiting" : "answered",
      files: Number(row.files ?? 0),
    },
  }));
};
