import type { HonoRequest } from "hono";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getMarkedFile,
  getUploadedAssignments,
  getUploadedFile,
  getVoice,
  postAssignment,
  postFeedback,
  putAssignmentSeen,
} from "../../contract/assignments.ts";
import { getAttachmentKinds } from "../../contract/attachments.ts";
import { ATTACHMENT_TYPES } from "../../domain/attachment.ts";
import { isPublished } from "../../domain/hand-in-answer.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { requireLevel } from "../accounts/session/access.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { VOICE_POSITION } from "../db/schema.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { created, NOT_STORED } from "../http/answer.ts";
import { disposition } from "../http/reply.ts";
import { type App, byteRoute, route } from "../http/route.ts";
import { sendStream } from "../http/send-stream.ts";
import { pageLimit, pageStart, parseId } from "../page.ts";
import { readsHeic } from "../pictures/read-heic.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { requestedLanguage } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { sentFile } from "../store/store.ts";
import { ownCourses } from "../study/reading.ts";
import { ownAssignment, ownPage, ownTasks } from "./own-assignments.ts";
import { assignmentNotFound, receiveHandIn } from "./receive-hand-in.ts";
import { assignmentsWaiting, giveFeedback, studentsAssignment } from "./tutoring.ts";

const fileNotFound = () => new HttpProblem(404, "asset/not_found", "There is no such file");

const fileRoutes = (app: App, services: Services): void => {
  const { database, store, clock } = services;
  const { read } = database;

  const uploadedFile = async (
    { id, uploadId, fileName }: Record<"id" | "uploadId" | "fileName", string>,
    person: SignedIn,
  ) => {
    const visible = await visibleTo(services, read, person);
    const file = await read
      .selectFrom("upload_file")
      .innerJoin("upload", "upload.id", "upload_file.upload_id")
      .select(["name", "size", "checksum", "stored"])
      .where("upload.id", "=", parseId(uploadId) ?? 0)
      .where("lesson_id", "=", parseId(id) ?? 0)
      .where("name", "=", fileName.replaceAll("\0", ""))
      .where(visible.handIns())
      .executeTakeFirst();
    if (!file) throw fileNotFound();
    return file;
  };

  const send = (
    request: HonoRequest,
    { name, size, checksum, stored }: Awaited<ReturnType<typeof uploadedFile>>,
    type: string,
  ) =>
    sendStream(
      request,
      { size, checksum, type, open: (range) => store.stream(sentFile(stored), range) },
      { "Cache-Control": NOT_STORED, "Content-Disposition": disposition(name) },
    );

  byteRoute(app, services, getUploadedFile, async ({ request, params, person }) =>
    // Always sent as a download, so that a browser never displays a file from another user.
    send(request, await uploadedFile(params, person), "application/octet-stream"),
  );

  const markedFile = async (
    { id, uploadId, position }: Record<"id" | "uploadId" | "position", string>,
    person: SignedIn,
  ) => {
    const visible = await visibleTo(services, read, person);
    const file = await read
      .selectFrom("marked_file")
      .innerJoin("upload", "upload.id", "marked_file.upload_id")
      .select(["name", "type", "size", "checksum", "stored", "account_id", "published_at"])
      .where("upload.id", "=", parseId(uploadId) ?? 0)
      .where("lesson_id", "=", parseId(id) ?? 0)
      .where("position", "=", parseId(position) ?? -1)
      .where(visible.handIns())
      .executeTakeFirst();
    if (!file) throw fileNotFound();
    const isTheirs = file.account_id === person.accountId;
    if (isTheirs && !isPublished(file.published_at, clock())) throw fileNotFound();
    return file;
  };

  const sendMarked = (request: HonoRequest, file: Awaited<ReturnType<typeof markedFile>>) =>
    send(request, file, file.type.startsWith("image/") ? file.type : "application/octet-stream");

  byteRoute(app, services, getMarkedFile, async ({ request, params, person }) =>
    sendMarked(request, await markedFile(params, person)),
  );

  byteRoute(app, services, getVoice, async ({ request, params, person }) =>
    sendMarked(request, await markedFile({ ...params, position: `${VOICE_POSITION}` }, person)),
  );
};

/**
 * Records that a student has seen the answers to an assignment of which they have been told.
 * @throws HttpProblem 404 where the student has handed in nothing
 */
const markAnswersSeen = async (
  { database, clock }: Services,
  { accountId }: SignedIn,
  assignmentId: number | null,
): Promise<void> => {
  const uploads = await database.read
    .selectFrom("upload")
    .select(["id", "seen", "published_at", "feedback_at"])
    .where("account_id", "=", accountId)
    .where("lesson_id", "=", assignmentId ?? 0)
    .execute();
  if (uploads.length === 0) throw assignmentNotFound();
  const now = clock();
  const unseen = uploads.filter(
    ({ seen, published_at, feedback_at }) =>
      seen === 0 && feedback_at !== null && isPublished(published_at, now),
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

export const assignmentRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  const inCourse = async (person: SignedIn, id: string) => {
    const courseId = parseId(id);
    const courses = await ownCourses(services, read, person);
    if (!courses.some(({ entry }) => entry.course.props.id === courseId)) {
      throw new HttpProblem(404, "course/not_found", "You have no such course");
    }
    const own = await ownTasks(services, read, person);
    return {
      courseId,
      own: own.filter((one) => one.courses.some(({ course }) => course.props.id === courseId)),
    };
  };

  route(app, services, getAssignments, async ({ query, person }) => {
    const { state } = query;
    if (state !== undefined) {
      requireLevel(person, TUTOR_LEVEL);
      if (state !== "uploaded") throw invalid("state", "must be uploaded");
      return assignmentsWaiting(services, person, query);
    }
    return ownPage(services, person, await ownTasks(services, read, person), { query });
  });

  route(app, services, postAssignment, async ({ request, person }) =>
    created(await receiveHandIn(services, request, person)),
  );

  route(app, services, getAttachmentKinds, async () => {
    const canRead = await readsHeic();
    return { kinds: Object.keys(ATTACHMENT_TYPES).filter((kind) => kind !== "heic" || canRead) };
  });

  route(app, services, getCourseAssignments, async ({ params, query, person }) => {
    const { own, courseId } = await inCourse(person, params.courseId);
    return ownPage(services, person, own, { query, courseId });
  });

  route(app, services, getUploadedAssignments, async ({ params, query, person }) => {
    const { own, courseId } = await inCourse(person, params.courseId);
    const language = requestedLanguage(query);
    const uploaded = own.filter(({ state }) => state !== "open");
    return ownPage(services, person, uploaded, { query, courseId, language });
  });

  route(app, services, getAssignment, async ({ params, query, person }) => {
    const id = parseId(params.id);
    const limit = pageLimit(query);
    const before = pageStart(query, "id")?.[0] ?? null;
    if (query.student !== undefined) {
      requireLevel(person, TUTOR_LEVEL);
      const page = { assignmentId: id, studentId: parseId(query.student), limit, before };
      return { assignment: await studentsAssignment(services, read, person, page) };
    }
    const own = await ownTasks(services, read, person);
    const found = own.find(({ row }) => row.lesson_id === id);
    if (!found) throw assignmentNotFound();
    return { assignment: await ownAssignment(services, read, person, found, limit, before) };
  });

  route(app, services, postFeedback, async ({ params, person, body }) => {
    return giveFeedback(services, person, parseId(params.id), body);
  });

  route(app, services, putAssignmentSeen, async ({ params, person }) => {
    await markAnswersSeen(services, person, parseId(params.id));
    return null;
  });

  fileRoutes(app, services);
};
