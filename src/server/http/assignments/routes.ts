import { Readable } from "node:stream";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
  getUploadedFile,
  postAssignment,
  postFeedback,
} from "../../../contract/assignments.ts";
import { sentFile } from "../../store/store.ts";
import { matchesTag, NOT_STORED } from "../answer.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { disposition } from "../disposition.ts";
import { SANDBOX } from "../files/send-stream.ts";
import { pageLimit, pageStart } from "../page.ts";
import { parseId } from "../parse-id.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { ownCourses } from "../products/reading.ts";
import { reply } from "../reply.ts";
import { requestedLanguage } from "../requested-language.ts";
import { type App, byteRoute, route } from "../route.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";
import { created } from "../typed-answer.ts";
import { ownAssignment, ownPage, ownTasks } from "./own-assignments.ts";
import { assignmentNotFound, receiveHandIn } from "./receive-hand-in.ts";
import { assignmentsWaiting, giveFeedback, requireTutor, studentsAssignment } from "./tutoring.ts";

/** The calls for assignments, hand-ins and tutors' feedback. */
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
      requireTutor(person);
      if (state !== "uploaded") throw invalid("state", "must be uploaded");
      return assignmentsWaiting(services, person, query);
    }
    return ownPage(read, person, await ownTasks(services, read, person), { query });
  });

  route(app, services, postAssignment, async ({ request, person }) =>
    created(await receiveHandIn(services, request, person)),
  );

  route(app, services, getCourseAssignments, async ({ params, query, person }) => {
    const { own, courseId } = await inCourse(person, params.courseId);
    return ownPage(read, person, own, { query, courseId });
  });

  route(app, services, getUploadedAssignments, async ({ params, query, person }) => {
    const { own, courseId } = await inCourse(person, params.courseId);
    const language = requestedLanguage(query);
    const uploaded = own.filter(({ state }) => state !== "open");
    return ownPage(read, person, uploaded, { query, courseId, language });
  });

  route(app, services, getAssignment, async ({ params, query, person }) => {
    const id = parseId(params.id);
    const limit = pageLimit(query);
    const before = pageStart(query, "id")?.[0] ?? null;
    if (query.student !== undefined) {
      requireTutor(person);
      const page = { assignmentId: id, studentId: parseId(query.student), limit, before };
      return { assignment: await studentsAssignment(services, read, person, page) };
    }
    const own = await ownTasks(services, read, person);
    const found = own.find(({ row }) => row.lesson_id === id);
    if (!found) throw assignmentNotFound();
    return { assignment: await ownAssignment(read, person, found, limit, before) };
  });

  route(app, services, postFeedback, async ({ params, person, body }) => {
    requireTutor(person);
    return giveFeedback(services, person, parseId(params.id), body);
  });

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
    if (!file) throw new HttpProblem(404, "asset/not_found", "There is no such file");
    return file;
  };

  byteRoute(app, services, getUploadedFile, async ({ request, params, person }) => {
    const { name, size, checksum, stored } = await uploadedFile(params, person);
    const headers = { ETag: `"${checksum}"`, "Cache-Control": NOT_STORED, Vary: "Origin" };
    if (matchesTag(request.header("if-none-match"), checksum)) return reply(null, 304, headers);
    const body =
      request.method === "HEAD"
        ? null
        : (Readable.toWeb(await services.store.stream(sentFile(stored))) as ReadableStream);
    return reply(body, 200, {
      ...headers,
      // Always sent as a download, so that a browser never displays a file from another user.
      "Content-Type": "application/octet-stream",
      "Content-Disposition": disposition(name),
      "Content-Security-Policy": SANDBOX,
      "Content-Length": String(size),
    });
  });
};
