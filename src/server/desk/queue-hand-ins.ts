import { type Kysely, sql } from "kysely";
import { nameOf, sentTitles } from "../assignments/sent-assignment.ts";
import type { Tables } from "../db/schema.ts";
import { isUnclaimed } from "./claims.ts";
import { type Asked, afterStart, EXCERPT, isOldestFirst, type Sorted } from "./queue-entry.ts";

/** The hand-ins of a page of the queue, and one more. */
export const handInEntries = async (db: Kysely<Tables>, asked: Asked): Promise<Sorted[]> => {
  const { show, tutor, now, visible } = asked;
  const since =
    show === "waiting" ? sql<number>`upload.created` : sql<number>`coalesce(feedback_at, created)`;
  const direction = isOldestFirst(show) ? "asc" : "desc";
  let query = db
    .selectFrom("upload")
    .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
    .innerJoin("account", "account.id", "upload.account_id")
    .select((of) => [
      "upload.id",
      "upload.account_id",
      "upload.lesson_id",
      "upload.state",
      "latest",
      "first_name",
      "last_name",
      "username",
      "assignment.title",
      since.as("since"),
      sql<string>`substr(comment, 1, ${sql.lit(EXCERPT)})`.as("excerpt"),
      of
        .selectFrom("upload_file")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("upload_file.upload_id", "=", "upload.id")
        .as("files"),
    ])
    .where(afterStart(asked, since, 0, "upload.id"))
    .orderBy(since, direction)
    .orderBy("upload.id", direction)
    .where(visible.handIns())
    .limit(asked.limit + 1);
  if (show === "waiting") {
    query = query.where("upload.state", "=", "uploaded").where("latest", "=", 1);
  } else if (show === "answered") {
    query = query.where("feedback_at", "is not", null);
  } else if (show === "mine") {
    query = query.where(
      sql<boolean>`(answered_by = ${tutor.accountId} or exists
        (select 1 from hand_in_claim where upload_id = upload.id
          and hand_in_claim.account_id = ${tutor.accountId}
          and not ${isUnclaimed(now)}))`,
    );
  }
  return (await query.execute()).map((row) => {
    const isWaiting = row.state === "uploaded" && row.latest === 1;
    return {
      keys: [Number(row.since), 0, row.id],
      accountId: row.account_id,
      lessonId: row.lesson_id,
      courseId: null,
      entry: {
        kind: "hand-in",
        id: row.id,
        student: { id: row.account_id, name: nameOf(row) },
        ...sentTitles(row.title),
        excerpt: row.excerpt,
        since: new Date(Number(row.since)).toISOString(),
        state: isWaiting ? "waiting" : row.state === "uploaded" ? "answered" : row.state,
        files: Number(row.files ?? 0),
      },
    };
  });
};
