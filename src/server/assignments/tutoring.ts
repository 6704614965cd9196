import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { postFeedback, SentAssignment } from "../../contract/assignments.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables, UploadRow } from "../db/schema.ts";
import { visibleUpload } from "../desk/hand-in.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { type PageQuery, pageLimit, pageStart, parseId } from "../page.ts";
import type { Services } from "../services.ts";
import { placedLesson } from "../study/course-positions.ts";
import { assignmentNotFound } from "./receive-hand-in.ts";
import { checkedAnswer, recordAnswer } from "./record-answer.ts";
import { type AssignmentRow, nameOf, toSentAssignment } from "./sent-assignment.ts";
import { pageWithUploads, type UploadPage, uploadsOf } from "./uploads.ts";

const sentToTutor = (
  { catalogue }: Services,
  row: AssignmentRow,
  uploads: UploadPage,
  state: UploadRow["state"] | "open",
  student: SentAssignment["student"],
) => {
  const entry = catalogue.current.lessons.get(row.lesson_id);
  const course = entry?.product.courses.find((own) => placedLesson(own, entry) !== null);
  const courseId = course?.course.props.id ?? null;
  return { ...toSentAssignment(row, courseId, uploads, state), student };
};

/** A page of the assignments that wait for the tutor's feedback, longest waiting first. */
export const assignmentsWaiting = async (services: Services, tutor: SignedIn, query: PageQuery) => {
  const { read } = services.database;
  const limit = pageLimit(query);
  const after = pageStart(query, "id")?.[0] ?? 0;
  const visible = await visibleTo(services, read, tutor);
  const coming = await read
    .selectFrom("upload")
    .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
    .innerJoin("account", "account.id", "upload.account_id")
    .selectAll("assignment")
    .select(["upload.id", "upload.account_id", "first_name", "last_name", "username"])
    .where("upload.state", "=", "uploaded")
    .where("upload.latest", "=", 1)
    .where("upload.id", ">", after)
    .where(visible.handIns())
    .orderBy("upload.id")
    .limit(limit + 1)
    .execute();
  const { page, cursor } = await pageWithUploads(
    read,
    coming,
    limit,
    ({ id }) => [id],
    ({ account_id, lesson_id }) => ({ accountId: account_id, lessonId: lesson_id }),
  );
  return {
    assignments: page.map(({ row, uploads }) => {
      const student = { id: row.account_id, name: nameOf(row) };
      return sentToTutor(services, row, uploads, "uploaded", student);
    }),
    cursor,
  };
};

/**
 * A student's assignment as tutors see it, with a page of its uploads.
 * @throws HttpProblem 404, also where the tutor may not see it
 */
export const studentsAssignment = async (
  services: Services,
  db: Kysely<Tables>,
  tutor: SignedIn,
  page: {
    assignmentId: number | null;
    studentId: number | null;
    limit?: number;
    before?: number | null;
  },
) => {
  const { assignmentId, studentId, limit, before } = page;
  const visible = await visibleTo(services, db, tutor);
  const found = await db
    .selectFrom("assignment")
    .innerJoin("account", (join) => join.on("account.id", "=", studentId ?? 0))
    .selectAll("assignment")
    .select(["account.id", "first_name", "last_name", "username"])
    .where("lesson_id", "=", assignmentId ?? 0)
    .where(visible.handIns("account.id", "assignment.lesson_id"))
    .executeTakeFirst();
  if (!found) throw assignmentNotFound();
  const student = { id: found.id, name: nameOf(found) };
  const latest = await db
    .selectFrom("upload")
    .select("state")
    .where("account_id", "=", student.id)
    .where("lesson_id", "=", found.lesson_id)
    .where("latest", "=", 1)
    .executeTakeFirst();
  const key = { accountId: student.id, lessonId: found.lesson_id };
  const uploads = await uploadsOf(db, key, limit, before);
  return sentToTutor(services, found, uploads, latest?.state ?? "open", student);
};

/**
 * Accepts or returns an upload, with a comment. New feedback replaces earlier feedback.
 * @returns the answer's body
 * @throws HttpProblem 404, also where the tutor may not see the upload, or 422
 */
export const giveFeedback = async (
  services: Services,
  tutor: SignedIn,
  assignmentId: number | null,
  feedback: v.InferOutput<NonNullable<typeof postFeedback.body>>,
) => {
  const { database } = services;
  const answer = checkedAnswer({ ...feedback, drawings: [] });
  const studentId = parseId(String(feedback.student_id));
  const uploadId = parseId(String(feedback.upload_id));
  if (assignmentId === null || studentId === null || uploadId === null) throw assignmentNotFound();
  return database.write(async (db) => {
    await database.lockAccount(db, studentId);
    const visible = await visibleTo(services, db, tutor);
    const upload = await visibleUpload(db, visible, uploadId);
    if (upload.account_id !== studentId || upload.lesson_id !== assignmentId) {
      throw assignmentNotFound();
    }
    const now = services.clock();
    // The student is told at once: the form for this call takes nothing back.
    await recordAnswer(db, tutor, upload, { ...answer, now, publishedAt: now });
    const asked = { assignmentId, studentId };
    return { assignment: await studentsAssignment(services, db, tutor, asked) };
  });
};
