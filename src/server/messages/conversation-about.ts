import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";
import { courseOfHandIn, coursesOfAccounts } from "../desk/courses-of-hand-in.ts";
import type { VisibleRows } from "../desk/visible-rows.ts";
import type { Services } from "../services.ts";
import { insertConversation } from "./message-rows.ts";

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
  const own = (await coursesOfAccounts(db, [account_id])).get(account_id);
  const course_id = courseOfHandIn(services.catalogue.current, upload.lesson_id, own);
  const about = { upload_id: upload.id, course_id };
  return { id: await insertConversation(db, account_id, about), account_id, isNew: true };
};
