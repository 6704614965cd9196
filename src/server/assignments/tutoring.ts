import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { postFeedback } from "../../contract/assignments.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables, UploadRow } from "../db/schema.ts";
import { visibleUpload } from "../desk/hand-in.ts";
import { type VisibleRows, visibleTo } from "../desk/visible-rows.ts";
import { type PageQuery, pageLimit, pageOf, pageStart, parseId } from "../page.ts";
import type { Services } from "../services.ts";
import { placedLesson } from "../study/course-positions.ts";
import { assignmentNotFound } from "./receive-hand-in.ts";
import { checkedAnswer, recordAnswer } from "./record-answer.ts";
import { type AssignmentRow, nameOf, toSentAssignment } from "./sent-assignment.ts";
import {
  assignmentStates,
  latestUploads,
  readUploads,
  type UploadPage,
  uploadsOf,
} from "./uploads.ts";

interface Student {
  readonly id: number;
  readonly name: string;
}

const sentToTutor = (
  { catalogue }: Services,
  row: AssignmentRow,
  uploads: UploadPage,
  state: UploadRow["state"] | "open",
  student: Student,
) => {
  const entry = catalogue.current.lessons.get(row.lesson_id);
  const course = entry?.product.courses.find((own) => placedLesson(own, entry) !== null);
  const courseId = course?.course.props.id ?? null;
  return { ...toSentAssignment(row, courseId, uploads, state), student };
};

/** The last uploads of assignments that wait for feedback, with their tasks and their students. */
const waitingRows = (
  db: Kysely<Tables>,
  visible: VisibleRows,
  { limit, after }: { limit: number; after: number },
) =>
  db
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

/** A page of the assignments that wait for the tutor's feedback, longest waiting first. */
export const assignmentsWaiting = async (services: Services, tutor: SignedIn, query: PageQuery) => {
  const { read } = services.database;
  const limit = pageLimit(query);
  const after = pageStart(query, "id")?.[0] ?? 0;
  const coming = await waitingRows(read, await visibleTo(services, read, tutor), { limit, after });
  const keyOf = (row: { account_id: number; lesson_id: number }) => ({
    accountId: row.account_id,
    lessonId: row.lesson_id,
  });
  const marks = await latestUploads(read, coming.map(keyOf));
  const bytesOf = (row: (typeof coming)[number]) => marks(keyOf(row)).bytes;
  const { page, cursor } = pageOf(coming, limit, ({ id }) => [id], bytesOf);
  const uploads = await readUploads(
    read,
    page.map((row) => marks(keyOf(row))),
  );
  return {
    assignments: page.map(({ id: _, account_id, first_name, last_name, username, ...row }) => {
      const student = { id: account_id, name: nameOf({ first_name, last_name, username }) };
      const sent = uploads(marks({ accountId: account_id, lessonId: row.lesson_id }));
      return sentToTutor(services, row, sent, "uploaded", student);
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
  const { id, first_name, last_name, username, ...row } = found;
  const student = { id, name: nameOf({ first_name, last_name, username }) };
  const states = await assignmentStates(db, student.id);
  const key = { accountId: student.id, lessonId: row.lesson_id };
  const uploads = await uploadsOf(db, key, limit, before);
  const state = states.get(row.lesson_id) ?? "open";
  return sentToTutor(services, row, uploads, state, student);
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
