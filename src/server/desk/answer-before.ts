import type { Kysely, Selectable } from "kysely";
import { earlierWaiting } from "../assignments/record-answer.ts";
import type { Tables, UploadRow } from "../db/schema.ts";

/** The columns of a hand-in that an answer changes. */
type Answered = Pick<
  UploadRow,
  | "state"
  | "feedback"
  | "feedback_at"
  | "first_answered"
  | "tutor"
  | "answered_by"
  | "told"
  | "seen"
>;

interface Before {
  readonly upload: Answered;
  /** The earlier hand-ins that waited, with the time from which on their students were told. */
  readonly earlier: readonly number[];
  readonly marked: readonly Selectable<Tables["marked_file"]>[];
}

/** Keeps what an answer is about to replace; call within its write, before it. */
export const keepBefore = async (db: Kysely<Tables>, upload: UploadRow): Promise<void> => {
  const { state, feedback, feedback_at, first_answered, tutor, answered_by, told, seen } = upload;
  const before: Before = {
    upload: { state, feedback, feedback_at, first_answered, tutor, answered_by, told, seen },
    earlier: (await earlierWaiting(db, upload)).map(({ id }) => id),
    marked: await db
      .selectFrom("marked_file")
      .selectAll()
      .where("upload_id", "=", upload.id)
      .execute(),
  };
  const data = JSON.stringify(before);
  await db
    .insertInto("answer_before")
    .values({ upload_id: upload.id, data })
    .onConflict((on) => on.column("upload_id").doUpdateSet({ data }))
    .execute();
};

/**
 * Puts back what an answer has replaced; call within a write in which the student's account is locked.
 * The files of earlier marked copies are still in the store (see `isKeptBefore`).
 * @returns false if nothing has been kept
 */
export const restoreBefore = async (db: Kysely<Tables>, uploadId: number): Promise<boolean> => {
  const row = await db
    .selectFrom("answer_before")
    .select("data")
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();
  if (!row) return false;
  const before: Before = JSON.parse(row.data);
  await db.updateTable("upload").set(before.upload).where("id", "=", uploadId).execute();
  if (before.earlier.length > 0) {
    await db
      .updateTable("upload")
      .set({ state: "uploaded", told: null, answered_by: null, first_answered: null })
      .where("id", "in", [...before.earlier])
      .execute();
  }
  await db.deleteFrom("marked_file").where("upload_id", "=", uploadId).execute();
  if (before.marked.length > 0) {
    await db
      .insertInto("marked_file")
      .values([...before.marked])
      .execute();
  }
  await db.deleteFrom("answer_before").where("upload_id", "=", uploadId).execute();
  return true;
};

/** Whether a marked copy that can be put back has the stored file. Answers are kept for seconds. */
export const isKeptBefore = async (read: Kysely<Tables>, stored: string): Promise<boolean> =>
  (await read
    .selectFrom("answer_before")
    .select("upload_id")
    .where("data", "like", `%"${stored}"%`)
    .executeTakeFirst()) !== undefined;

/** Deletes what answers have replaced of which students have been told; call within a write. */
export const sweepBefore = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db
    .deleteFrom("answer_before")
    .where("upload_id", "in", (of) =>
      of
        .selectFrom("upload")
        .select("id")
        .where((is) => is.or([is("told", "is", null), is("told", "<", now)])),
    )
    .execute();
};
