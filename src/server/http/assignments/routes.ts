import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { HonoRequest } from "hono";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
  getUploadedFile,
  postAssignment,
  postFeedback,
} from "../../../contract/assignments.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { namesTag, REVALIDATED, sendJson } from "../answer.ts";
import { type App, type AskedBySomebody, endpoint, parameter } from "../endpoint.ts";
import { SANDBOX } from "../files/send-stream.ts";
import { languageAsked } from "../language-asked.ts";
import { numberIn } from "../number-in.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { ownCourses } from "../products/reading.ts";
import { reply } from "../reply.ts";
import type { Services } from "../services.ts";
import type { SignedIn } from "../session/tokens.ts";
import { assignmentNotFound, handIn } from "./hand-in.ts";
import { ownAssignments, sentOwn } from "./own-assignments.ts";
import { assignmentsWaiting, giveFeedback, mustBeTutor } from "./tutoring.ts";

const numberAsked = (request: HonoRequest, name: string): number | null =>
  numberIn(parameter(request, name));

/** A name for every system, with its true form for those that read it (RFC 6266). */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
};

/** What is to be handed in, what was, and what the tutors say to it. */
export const assignmentRoutes = (app: App, services: Services): void => {
  const { read } = services.database;

  const inCourse = async ({ request, person }: AskedBySomebody<unknown>) => {
    const courseId = numberAsked(request, "courseId");
    const courses = await ownCourses(services, read, person);
    if (!courses.some(({ entry }) => entry.course.props.id === courseId)) {
      throw new HttpProblem(404, "course/not_found", "You have no such course");
    }
    const own = await ownAssignments(services, read, person);
    return {
      courseId,
      own: own.filter((one) => one.courses.some(({ course }) => course.props.id === courseId)),
    };
  };

  endpoint(app, services, getAssignments, async ({ request, person }) => {
    const state = request.query("state");
    if (state !== undefined) {
      mustBeTutor(person);
      if (state !== "uploaded") throw invalid("state", "must be uploaded");
      return sendJson(request, { assignments: await assignmentsWaiting(services) });
    }
    const own = await ownAssignments(services, read, person);
    return sendJson(request, { assignments: own.map((one) => sentOwn(one)) });
  });

  endpoint(app, services, postAssignment, async ({ request, person }) =>
    reply(JSON.stringify(await handIn(services, request, person)), 201, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    }),
  );

  endpoint(app, services, getCourseAssignments, async (asked) => {
    const { own, courseId } = await inCourse(asked);
    return sendJson(asked.request, { assignments: own.map((one) => sentOwn(one, courseId)) });
  });

  endpoint(app, services, getUploadedAssignments, async (asked) => {
    const { own, courseId } = await inCourse(asked);
    const language = languageAsked(asked.request);
    const uploaded = own.filter(({ uploads }) => uploads.length > 0);
    return sendJson(asked.request, {
      assignments: uploaded.map((one) => sentOwn(one, courseId, language)),
    });
  });

  endpoint(app, services, getAssignment, async ({ request, person }) => {
    const id = numberAsked(request, "id");
    const own = await ownAssignments(services, read, person);
    const found = own.find(({ row }) => row.lesson_id === id);
    if (!found) throw assignmentNotFound();
    return sendJson(request, { assignment: sentOwn(found) });
  });

  endpoint(app, services, postFeedback, async ({ request, person, body }) => {
    mustBeTutor(person);
    return sendJson(
      request,
      await giveFeedback(services, person, numberAsked(request, "id"), body),
    );
  });

  const uploadedFile = async (request: HonoRequest, person: SignedIn) => {
    const [id, uploadId] = [numberAsked(request, "id"), numberAsked(request, "uploadId")];
    const file = await read
      .selectFrom("upload_file")
      .innerJoin("upload", "upload.id", "upload_file.upload_id")
      .select(["name", "size", "checksum", "stored", "account_id"])
      .where("upload.id", "=", uploadId ?? 0)
      .where("lesson_id", "=", id ?? 0)
      .where("name", "=", parameter(request, "fileName").replaceAll("\0", ""))
      .executeTakeFirst();
    const may = person.level >= TUTOR_LEVEL || file?.account_id === person.accountId;
    if (!file || !may) throw new HttpProblem(404, "asset/not_found", "There is no such file");
    return file;
  };

  endpoint(app, services, getUploadedFile, async ({ request, person }) => {
    const { name, size, checksum, stored } = await uploadedFile(request, person);
    const headers = { ETag: `"${checksum}"`, "Cache-Control": REVALIDATED, Vary: "Origin" };
    if (namesTag(request.header("if-none-match"), checksum)) return reply(null, 304, headers);
    const body =
      request.method === "HEAD"
        ? null
        : (Readable.toWeb(createReadStream(services.uploads.path(stored))) as ReadableStream);
    return reply(body, 200, {
      ...headers,
      // Whoever sent it, a browser only ever saves it.
      "Content-Type": "application/octet-stream",
      "Content-Disposition": disposition(name),
      "Content-Security-Policy": SANDBOX,
      "Content-Length": String(size),
    });
  });
};
