import type { HonoRequest } from "hono";
import { MAX_COMMENT_LENGTH } from "../../domain/attachment.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { keyedRequest, writeOnce } from "../idempotent-write.ts";
import { addNewsOfWork } from "../news/news-of-work.ts";
import { parseId } from "../page.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { readingState } from "../study/reading.ts";
import { type ReceivedForm, receiveForm } from "../uploads/receive-form.ts";
import { canHandIn, ownAssignment, ownTasks } from "./own-assignments.ts";
import { insertUpload, statesForStudent } from "./uploads.ts";

export const assignmentNotFound = () =>
  new HttpProblem(404, "assignment/not_found", "There is no such assignment");

const check = ({ fields, files }: ReceivedForm) => {
  const id = fields.get("assignment_id");
  if (id === undefined) throw invalid("assignment_id", "is required");
  const comment = fields.get("comment") ?? "";
  if (comment.length > MAX_COMMENT_LENGTH) {
    throw invalid("comment", `must have at most ${MAX_COMMENT_LENGTH} characters`);
  }
  if (files.length === 0) throw invalid("files", "is required");
  return { lessonId: parseId(id), comment };
};

/**
 * Receives a hand-in. The files are on the disk before it is recorded, and an interrupted form
 * leaves nothing. Runs once for each `Idempotency-Key`.
 * @returns the answer's body
 * @throws HttpProblem for an invalid hand-in, or 507 when the disk is full
 */
export const receiveHandIn = async (services: Services, request: HonoRequest, person: SignedIn) => {
  const { database, uploads, catalogue, limits } = services;
  const { accountId } = person;
  const keyed = keyedRequest(request, person, services.clock());
  await limits.assertRoom(database.read, person, { handIns: 1 });
  const form = await receiveForm(request, uploads, "files");

  const record = async (lessonId: number | null, comment: string, named: () => void) =>
    writeOnce(database, keyed, async (db) => {
      const now = services.clock();
      const entry = lessonId === null ? undefined : catalogue.current.lessons.get(lessonId);
      if (!entry?.lesson.hasAssignment) throw assignmentNotFound();
      const reading = await readingState(services, db, person);
      const problem = canHandIn(reading, entry) ? null : reading.accessProblem(entry);
      if (problem) throw problem;
      const states = await statesForStudent(db, accountId, now);
      if (states.get(entry.lesson.dbid) === "accepted") {
        throw new HttpProblem(409, "assignment/accepted", "The assignment has been accepted");
      }
      const bytes = form.files.reduce((sum, { size }) => sum + size, Buffer.byteLength(comment));
      await limits.assertRoom(db, person, { handIns: 1, bytes });
      const id = await insertUpload(db, {
        account_id: accountId,
        lesson_id: entry.lesson.dbid,
        created: now,
        comment,
        state: "uploaded",
      });
      await db
        .insertInto("upload_file")
        .values(
          form.files.map(({ start: _, ...file }, position) => ({
            upload_id: id,
            position,
            ...file,
          })),
        )
        .execute();
      named();
      await addNewsOfWork(db, accountId, "hand-in", id, now);
      const own = await ownTasks(services, db, person);
      const task = own.find(({ row }) => row.lesson_id === entry.lesson.dbid);
      if (!task) throw assignmentNotFound();
      const assignment = await ownAssignment(services, db, person, task);
      return { assignment };
    });

  return uploads.untilNamed(form.files, async (named) => {
    const { lessonId, comment } = check(form);
    await uploads.keep(form.files);
    return record(lessonId, comment, named);
  });
};
