import { isTold } from "../../domain/hand-in-answer.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Services } from "../services.ts";
import { assignmentNotFound } from "./receive-hand-in.ts";

/**
 * Records that a student has seen the answers to an assignment of which they have been told.
 * @throws HttpProblem 404 where the student has handed in nothing
 */
export const markAnswersSeen = async (
  { database, clock }: Services,
  { accountId }: SignedIn,
  assignmentId: number | null,
): Promise<void> => {
  const uploads = await database.read
    .selectFrom("upload")
    .select(["id", "seen", "told", "feedback_at"])
    .where("account_id", "=", accountId)
    .where("lesson_id", "=", assignmentId ?? 0)
    .execute();
  if (uploads.length === 0) throw assignmentNotFound();
  const now = clock();
  const unseen = uploads.filter(
    ({ seen, told, feedback_at }) => seen === 0 && feedback_at !== null && isTold(told, now),
  );
  if (unseen.length === 0) return;
  await database.write(async (db) => {
    for (const { id, feedback_at } of unseen) {
      await db
        .updateTable("upload")
        .set({ seen: 1 })
        .where("id", "=", id)
        // Another answer may have replaced it.
        .where("feedback_at", "=", feedback_at)
        .execute();
    }
  });
};
