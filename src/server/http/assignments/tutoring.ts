import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { postFeedback } from "../../../contract/assignments.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import { parseId } from "../parse-id.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { placedLesson } from "../products/reading.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";
import { assignmentNotFound, MAX_COMMENT_LENGTH } from "./receive-hand-in.ts";
import { type AssignmentRow, assignmentRows, nameOf, toSentAssignment } from "./sent-assignment.ts";
import { type UploadWithFiles, uploadsOf, uploadsWaiting } from "./uploads.ts";

/** @throws HttpProblem 403 for students */
export const requireTutor = ({ level }: SignedIn): void => {
  if (level >= TUTOR_LEVEL) return;
  throw new HttpProblem(403, "session/not_allowed", "Only tutors may do this");
};

const sentToTutor = (
  { catalogue }: Services,
  row: AssignmentRow,
  uploads: readonly UploadWithFiles[],
  student: { id: number; name: string },
) => {
  const entry = catalogue.current.lessons.get(row.lesson_id);
  const course = entry?.product.courses.find((own) => placedLesson(own, entry) !== null);
  return { ...toSentAssignment(row, course?.course.props.id ?? null, uploads), student };
};

/** All assignments that wait for feedback, longest waiting first. */
export const assignmentsWaiting = async (services: Services) => {
  const { read } = services.database;
  const rows = new Map((await assignmentRows(read)).map((row) => [row.lesson_id, row]));
  const pairs = Map.groupBy(
    await uploadsWaiting(read),
    ({ account_id, lesson_id }) => `${account_id}/${lesson_id}`,
  );
  const waiting = [...pairs.values()].filter((uploads) => uploads.at(-1)?.state === "uploaded");
  const accounts = await read
    .selectFrom("account")
    .select(["id", "first_name", "last_name", "username"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("upload")
          .select("upload.id")
          .whereRef("upload.account_id", "=", "account.id")
          .where("upload.state", "=", "uploaded"),
      ),
    )
    .execute();
  const names = new Map(accounts.map((account) => [account.id, nameOf(account)]));
  return waiting
    .toSorted((a, b) => Number(a.at(-1)?.id) - Number(b.at(-1)?.id))
    .flatMap((uploads) => {
      const [first] = uploads;
      const row = first && rows.get(first.lesson_id);
      if (!row) return [];
      const student = { id: first.account_id, name: names.get(first.account_id) ?? "" };
      return sentToTutor(services, row, uploads, student);
    });
};

const tutorName = async (db: Kysely<Tables>, { accountId }: SignedIn): Promise<string> => {
  const account = await db
    .selectFrom("account")
    .select(["first_name", "last_name", "username"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account ? nameOf(account) : "";
};

const changesOf = (text: string, state: "accepted" | "returned") => {
  if (text.length > MAX_COMMENT_LENGTH || text.includes("\0")) {
    throw invalid("text", `must have at most ${MAX_COMMENT_LENGTH} characters, none of them null`);
  }
  if (state === "returned" && !text.trim()) throw invalid("text", "must say what to correct");
  return { state, feedback: text };
};

/**
 * Accepts or returns an upload, with a comment. New feedback replaces earlier feedback.
 * @returns the answer's body
 * @throws HttpProblem 404, 422
 */
export const giveFeedback = async (
  services: Services,
  tutor: SignedIn,
  assignmentId: number | null,
  said: v.InferOutput<NonNullable<typeof postFeedback.body>>,
) => {
  const { database } = services;
  const changes = changesOf(said.text, said.state);
  const studentId = parseId(String(said.student_id));
  const uploadId = parseId(String(said.upload_id));
  if (assignmentId === null || studentId === null || uploadId === null) throw assignmentNotFound();
  return database.write(async (db) => {
    await database.lockAccount(db, studentId);
    const answered = await db
      .updateTable("upload")
      .set({ ...changes, feedback_at: services.clock(), tutor: await tutorName(db, tutor) })
      .where("id", "=", uploadId)
      .where("account_id", "=", studentId)
      .where("lesson_id", "=", assignmentId)
      .executeTakeFirst();
    const row = (await assignmentRows(db)).find(({ lesson_id }) => lesson_id === assignmentId);
    if (answered.numUpdatedRows === 0n || !row) throw assignmentNotFound();
    // Earlier uploads that still wait get the same state.
    await db
      .updateTable("upload")
      .set({ state: changes.state })
      .where("account_id", "=", studentId)
      .where("lesson_id", "=", assignmentId)
      .where("id", "<", uploadId)
      .where("state", "=", "uploaded")
      .execute();
    const student = await db
      .selectFrom("account")
      .select(["first_name", "last_name", "username"])
      .where("id", "=", studentId)
      .executeTakeFirstOrThrow();
    const uploads = await uploadsOf(db, studentId);
    const own = uploads.filter(({ lesson_id }) => lesson_id === assignmentId);
    const about = { id: studentId, name: nameOf(student) };
    return { assignment: sentToTutor(services, row, own, about) };
  });
};
