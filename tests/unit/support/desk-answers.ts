import { getAssignment, type SentAssignment } from "../../../src/contract/assignments.ts";
import {
  type DeskEntry,
  type DeskWork,
  getDeskHandIn,
  getDeskQueue,
  putDeskClaim,
} from "../../../src/contract/desk.ts";
import { getSavedComments } from "../../../src/contract/saved-comments.ts";
import { answerTo } from "../../answer-to.ts";
import { studying } from "./desk-students.ts";
import type { SmallSchool } from "./small-school.ts";

const SINCE = "2026-03-02T09:00:00.000Z";

export const queued = (id: number, change: Partial<DeskEntry> = {}) => ({
  ...{ kind: "hand-in" as const, id, student: { id: 20 + id, name: `Noa ${id}` } },
  ...{ course_id: 10, title: "Block", translations: [], excerpt: "Is the dart right?" },
  ...{ since: SINCE, state: "waiting" as const, claim: null, files: 1 },
  ...change,
});

export const queuePage = (entries: readonly DeskEntry[], cursor: string | null = null) =>
  answerTo(getDeskQueue, {
    entries: entries as never,
    counts: {
      hand_ins: entries.filter(({ kind }) => kind === "hand-in").length,
      messages: entries.filter(({ kind }) => kind === "message").length,
    },
    courses: [
      { id: 10, title: "PMB", translations: [] },
      { id: 99, title: "Hats", translations: [] },
    ],
    cursor,
  });

/** What the school answers about a hand-in of the queue. */
export const handInAnswer = (
  id: number,
  change: Partial<DeskWork["hand_in"]> = {},
  { consent = false, measurements = null as DeskWork["measurements"] } = {},
) =>
  answerTo(getDeskHandIn, {
    hand_in: {
      ...{ id, date: SINCE, comment: "Is the dart right?", feedback: null, state: "uploaded" },
      files: [{ name: `dart-${id}.jpg`, size: 1000, type: "image/jpeg" }],
      ...{ assignment_id: 5, course_id: 10, product: "PM", title: "Block", translations: [] },
      ...{ instructions: null, answered: null, undo_until: null, drawings: [], claim: null },
      ...change,
    } as never,
    student: studying(20 + id, `Noa ${id}`, {
      hand_ins: { waiting: 1, accepted: 0, returned: 0 },
      waiting: 1,
    }) as never,
    others: [],
    measurements: measurements as never,
    consent,
    takes_voice: true,
  });

/** What the school answers about the assignment, with a student's attempts. */
export const taskAnswer = (
  uploads: NonNullable<SentAssignment["uploads"]>,
  change: Partial<SentAssignment> = {},
) =>
  answerTo(getAssignment, {
    assignment: {
      ...{ id: 5, lesson_id: 5, course_id: 10, product: "PM", title: "Block", translations: [] },
      ...{ instructions: null, image: null, state: "uploaded", uploads, ...change },
    },
  });

/** A school whose desk has these hand-ins, and takes answers to them. */
export const openDesk = (school: SmallSchool, ids: readonly number[]): void => {
  school.answerWith("GET /desk/queue", queuePage(ids.map((id) => queued(id))));
  school.answerWith("GET /user/assignments/5", taskAnswer([]));
  school.answerWith("GET /desk/comments", answerTo(getSavedComments, { comments: COMMENTS }));
  for (const id of ids) {
    school.answerWith(`GET /desk/hand-ins/${id}`, handInAnswer(id));
    const photo = `GET /user/assignments/5/uploads/${id}/dart-${id}.jpg`;
    school.answer(photo, () => new Response("photo"));
    const claim = { by: { id: 8, name: "Boss" }, since: SINCE };
    school.answerWith(`PUT /desk/hand-ins/${id}/claim`, answerTo(putDeskClaim, { claim }));
    school.answer(`DELETE /desk/hand-ins/${id}/claim`, () => new Response(null, { status: 204 }));
    school.answer(`POST /desk/hand-ins/${id}/answer`, async ({ req }) => {
      const { state, text } = await req.json();
      const feedback = { text, date: ANSWERED, tutor: "Boss" };
      const { hand_in } = handInAnswer(id, { state, feedback, answered: ANSWERED } as never);
      return Response.json({ hand_in });
    });
    school.answerWith(`DELETE /desk/hand-ins/${id}/answer`, { hand_in: handInAnswer(id).hand_in });
  }
};

export const ANSWERED = "2026-03-03T09:00:00.000Z";
const COMMENTS = [
  { id: 1, name: "Grainline", text: "Turn the grainline.", shared: true, version: "a" },
  { id: 2, name: "Seam allowance", text: "Add the seam allowance.", shared: false, version: "b" },
];
