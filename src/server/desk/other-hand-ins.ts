import { type Kysely, sql } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { getDeskStudent } from "../../contract/desk-students.ts";
import { sentTitles } from "../assignments/sent-titles.ts";
import type { Tables } from "../db/schema.ts";
import type { VisibleRows } from "./visible-rows.ts";

type SentOther = SentAnswer<typeof getDeskStudent>["hand_ins"][number];

const HAND_INS_AT_ONCE = 50;
/** A list shows the start of a text, in characters. */
const EXCERPT_LENGTH = 500;

/**
 * A student's hand-ins that a viewer may see, the latest first.
 * @param except the id of one that is left out
 */
export const otherHandIns = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  accountId: number,
  except: number | null = null,
): Promise<SentOther[]> => {
  const rows = await db
    .selectFrom("upload")
    .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
    .select([
      "upload.id",
      "upload.lesson_id",
      "upload.created",
      "upload.state",
      "assignment.title",
      sql<string>`substr(comment, 1, ${sql.lit(EXCERPT_LENGTH)})`.as("comment"),
      sql<string>`substr(coalesce(feedback, ''), 1, ${sql.lit(EXCERPT_LENGTH)})`.as("feedback"),
    ])
    .where("upload.account_id", "=", accountId)
    .where("upload.id", "!=", except ?? 0)
    .where(visible.handIns())
    .orderBy("upload.id", "desc")
    .limit(HAND_INS_AT_ONCE)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    date: new Date(Number(row.created)).toISOString(),
    assignment_id: row.lesson_id,
    ...sentTitles(row.title),
    state: row.state,
    comment: row.comment,
    feedback: row.feedback,
  }));
};
