import { type Kysely, sql } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { getDeskHandIn } from "../../contract/desk.ts";
import type { getDeskStudent } from "../../contract/desk-students.ts";
import { isPublished } from "../../domain/hand-in-answer.ts";
import { coursesSeenBy } from "../../domain/staff-rights.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { assignmentNotFound } from "../assignments/receive-hand-in.ts";
import { sentTitles, sentUpload } from "../assignments/sent-assignment.ts";
import { withFiles } from "../assignments/uploads.ts";
import type { Catalogue } from "../content/catalogue.ts";
import { takesVoice } from "../content/import-school.ts";
import { type Tables, type UploadRow, VOICE_POSITION } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import type { Services } from "../services.ts";
import { coursesOfLesson } from "../study/course-positions.ts";
import { claimsOf } from "./claims.ts";
import { consentedMeasurements } from "./consented-measurements.ts";
import { studentsOf } from "./students.ts";
import type { SchoolViewer } from "./viewer.ts";
import { type VisibleRows, visibleTo } from "./visible-rows.ts";

/** The ids of the courses of accounts, ended ones too, by the account's id. */
export const coursesOfAccounts = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> => {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("subscription")
    .select(["account_id", "course_id"])
    .where("account_id", "in", [...new Set(accountIds)])
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.account_id)].map(([id, own]) => [
      id,
      new Set(own.map(({ course_id }) => course_id)),
    ]),
  );
};

/**
 * The first course of a hand-in: one that has its lesson, and that its student has.
 * @param own the ids of the student's courses
 * @param viewer absent: whoever sees it
 * @returns null if there is none, or none that the viewer sees
 */
export const courseOfHandIn = (
  { lessons }: Pick<Catalogue, "lessons">,
  lessonId: number,
  own: ReadonlySet<number> | undefined,
  viewer?: SchoolViewer,
): number | null => {
  const entry = lessons.get(lessonId);
  if (!entry || !own) return null;
  const seen = viewer ? coursesSeenBy(viewer) : "all";
  const ids = coursesOfLesson(entry).map(({ course }) => course.props.id);
  return ids.find((id) => own.has(id) && (seen === "all" || seen.has(id))) ?? null;
};

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

type SentHandIn = SentAnswer<typeof getDeskHandIn>["hand_in"];

/** A hand-in that a viewer may see. @throws HttpProblem 404 */
export const visibleUpload = async (
  db: Kysely<Tables>,
  visible: VisibleRows,
  uploadId: number | null,
): Promise<UploadRow> => {
  const row = await db
    .selectFrom("upload")
    .selectAll("upload")
    .where("upload.id", "=", uploadId ?? 0)
    .where(visible.handIns())
    .executeTakeFirst();
  if (!row) throw assignmentNotFound();
  return row;
};

/** The time of an answer in the form in which the app names it; null if there is none. */
export const answeredAt = ({ feedback_at }: Pick<UploadRow, "feedback_at">): string | null =>
  feedback_at === null ? null : new Date(Number(feedback_at)).toISOString();

/**
 * A hand-in in the contract's form, with its answer, also while that can be taken back.
 * @throws HttpProblem 404
 */
export const deskHandIn = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  uploadId: number | null,
): Promise<SentHandIn> => {
  const row = await visibleUpload(db, visible, uploadId);
  const { catalogue, clock } = services;
  const now = clock();
  const [[upload], drawn, claims, courses, assignment] = await waitForAll(
    withFiles(db, [row]),
    db
      .selectFrom("marked_file")
      .select(["position", "drawing"])
      .where("upload_id", "=", row.id)
      .where("position", "<", VOICE_POSITION)
      .orderBy("position")
      .execute(),
    claimsOf(db, [row.id], now),
    coursesOfAccounts(db, [row.account_id]),
    db
      .selectFrom("assignment")
      .selectAll()
      .where("lesson_id", "=", row.lesson_id)
      .executeTakeFirst(),
  );
  if (!upload) throw assignmentNotFound();
  const canUndo = !isPublished(row.published_at, now);
  return {
    ...sentUpload(upload),
    assignment_id: row.lesson_id,
    course_id: courseOfHandIn(
      catalogue.current,
      row.lesson_id,
      courses.get(row.account_id),
      visible.viewer,
    ),
    product: assignment?.product ?? "",
    ...sentTitles(assignment?.title ?? "{}"),
    instructions: assignment?.instructions ?? null,
    state: row.state,
    answered: answeredAt(row),
    answered_by: row.answered_by,
    undo_until: canUndo ? new Date(Number(row.published_at)).toISOString() : null,
    drawings: drawn.map(({ position, drawing }) => ({
      file: position,
      pages: JSON.parse(drawing) as SentHandIn["drawings"][number]["pages"],
    })),
    claim: claims.get(row.id) ?? null,
  };
};

/** A hand-in with all that an answer needs. @throws HttpProblem 404 */
export const deskWork = async (services: Services, tutor: SignedIn, uploadId: number | null) => {
  const db = services.database.read;
  const visible = await visibleTo(services, db, tutor);
  const { id, account_id } = await visibleUpload(db, visible, uploadId);
  const [hand_in, students, others, measured, takes_voice] = await waitForAll(
    deskHandIn(services, db, visible, id),
    studentsOf(services, db, visible, [account_id]),
    otherHandIns(db, visible, account_id, id),
    consentedMeasurements(services, db, account_id),
    takesVoice(db),
  );
  const student = students.get(account_id);
  // Somebody has removed the account between the queries.
  if (!student) throw assignmentNotFound();
  return { hand_in, student, others, ...measured, takes_voice };
};
