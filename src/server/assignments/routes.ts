import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
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
import { created } from "../http/answer.ts";
import { type App, route } from "../http/route.ts";
import { pageLimit, pageStart, parseId } from "../page.ts";
import { readsHeic } from "../pictures/read-heic.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { requestedLanguage } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { ownCourses } from "../study/reading.ts";
import { fileRoutes } from "./file-routes.ts";
import { ownAssignment, ownPage, ownTasks } from "./own-assignments.ts";
import { assignmentNotFound, receiveHandIn } from "./receive-hand-in.ts";
import { assignmentsWaiting, giveFeedback, studentsAssignment } from "./tutoring.ts";

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
