import type { Kysely } from "kysely";
import { insertConversation } from "../../db/message-rows.ts";
import type { Tables } from "../../db/schema.ts";
import type { VisibleRows } from "../desk/visible-rows.ts";
import { coursesOfLesson } from "../products/course-positions.ts";
import type { Services } from "../services.ts";

interface Conversation {
  readonly id: number;
  readonly account_id: number;
  /** Whether it has begun now. */
  readonly isNew: boolean;
}

/** The account of a hand-in, which never changes; null if there is none. */
export const ownerOfUpload = async (
  db: Kysely<Tables>,
  uploadId: number | null,
): Promise<number | null> => {
  const row = await db
    .selectFrom("upload")
    .select("account_id")
    .where("id", "=", uploadId ?? 0)
    .executeTakeFirst();
  return row?.account_id ?? null;
};

/** The first of the account's courses that have the lesson; null if there is none. */
const courseOf = async (
  { catalogue }: Services,
  db: Kysely<Tables>,
  { account_id, lesson_id }: { account_id: number; lesson_id: number },
): Promise<number | null> => {
  const entry = catalogue.current.lessons.get(lesson_id);
  if (!entry) return null;
  const rows = await db
    .selectFrom("subscription")
    .select("course_id")
    .where("account_id", "=", account_id)
    .execute();
  const own = new Set(rows.map(({ course_id }) => course_id));
  const ids = coursesOfLesson(entry).map(({ course }) => course.props.id);
  return ids.find((id) => own.has(id)) ?? null;
};

/**
 * The conversation about a hand-in, which begins with the first call. Call within a write in which the
 * hand-in's account is locked: two calls at once would begin two conversations.
 * @returns null for a hand-in that the person may not see
 */
export const conversationAbout = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  uploadId: number | null,
): Promise<Conversation | null> => {
  const upload = await db
    .selectFrom("upload")
    .select(["id", "account_id", "lesson_id"])
    .where("id", "=", uploadId ?? 0)
    .where(visible.handIns())
    .executeTakeFirst();
  if (!upload) return null;
  const { account_id } = upload;
  const begun = await db
    .selectFrom("conversation")
    .select("id")
    .where("upload_id", "=", upload.id)
    .executeTakeFirst();
  if (begun) return { id: begun.id, account_id, isNew: false };
  const about = { upload_id: upload.id, course_id: await courseOf(services, db, upload) };
  return { id: await insertConversation(db, account_id, about), account_id, isNew: true };
};
