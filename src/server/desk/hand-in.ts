import type { Kysely } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { getDeskHandIn } from "../../contract/desk.ts";
import { isTold } from "../../domain/answer-told.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { assignmentNotFound } from "../assignments/receive-hand-in.ts";
import { sentUpload } from "../assignments/sent-assignment.ts";
import { sentTitles } from "../assignments/sent-titles.ts";
import { readUploads } from "../assignments/uploads.ts";
import { takesVoice } from "../content/import-school.ts";
import { type Tables, type UploadRow, VOICE_POSITION } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import type { Services } from "../services.ts";
import { claimsOf } from "./claims.ts";
import { consentedMeasurements } from "./consented-measurements.ts";
import { courseOfHandIn, coursesOfAccounts } from "./courses-of-hand-in.ts";
import { otherHandIns } from "./other-hand-ins.ts";
import { studentsOf } from "./students.ts";
import { type VisibleRows, visibleTo } from "./visible-rows.ts";

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
  const marks = { ids: [row.id], bytes: 0, more: false };
  const [read, drawn, claims, courses, assignment] = await waitForAll(
    readUploads(db, [marks]),
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
  const [upload] = read(marks).uploads;
  if (!upload) throw assignmentNotFound();
  const canUndo = !isTold(row.told, now);
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
    undo_until: canUndo ? new Date(Number(row.told)).toISOString() : null,
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
