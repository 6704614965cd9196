import { resolveObjectURL } from "node:buffer";
import { expect, test } from "vitest";
import { getAssignment, getAssignments } from "../../../../src/contract/assignments.ts";
import { matchFailure } from "../../../../src/core/match-failure.ts";
import { assignmentsMessages } from "../../../../src/features/assignments/shared-lists.ts";
import { answerTo } from "../../../answer-to.ts";
import {
  first,
  handedIn,
  LIST,
  openAssignments,
  openWaiting,
  task,
  waiting as waitingTask,
} from "../../support/open-assignments.ts";

const FEEDBACK = "POST /user/assignments/5/feedback";

const openAnswer = async (options: Parameters<typeof openWaiting>[0] = {}) => {
  const opened = await openWaiting(options);
  const [assignment] = opened.waiting.state.value ?? [];
  if (!assignment) throw new Error("nothing waits");
  return { ...opened, answer: opened.waiting.answer(assignment) };
};

test("a tutor has none at a school that sends the person's own", async () => {
  const { waiting, school } = await openWaiting();
  school.answerWith(LIST, { assignments: [task] });
  waiting.state.value = null;
  await waiting.load();
  expect([waiting.state.value, waiting.state.failure]).toEqual([null, null]);
});

test("a tutor gives a reason for a return, and keeps what was typed after a failure", async () => {
  const { answer, school } = await openAnswer();
  for (const blank of ["", "  "]) {
    answer.setText(blank);
    await answer.give("returned");
    expect(answer.state.failure).toEqual({ kind: "missing" });
  }
  expect(school.count(FEEDBACK)).toBe(0);
  answer.setText("Turn the grainline");
  school.answer(FEEDBACK, () => school.refusal(500, ""));
  await answer.give("returned");
  const failure = { kind: "refused", status: 500 };
  expect(answer.state).toMatchObject({ text: "Turn the grainline", failure, given: null });
  school.answerWith(FEEDBACK, { assignment: waitingTask });
  await Promise.all([answer.give("returned"), answer.give("returned")]);
  expect(school.count(FEEDBACK)).toBe(2);
  const given = { student_id: 7, upload_id: 31, state: "returned", text: "Turn the grainline" };
  expect(school.requests.at(-1)?.body).toEqual(given);
  expect(answer.state.given).toBe("returned");
});

test("a tutor's list that cannot be fetched stays, and the failure is reported", async () => {
  const { waiting, school } = await openWaiting();
  school.answer(LIST, () => school.refusal(500, ""));
  await waiting.load();
  const { failure } = waiting.state;
  const message = failure && matchFailure(failure, assignmentsMessages);
  expect(message).toBe("assignment-failure.not-fetched");
  expect(waiting.state.value).toHaveLength(1);
});

test("a tutor's list keeps the answers to two students and to two hand-ins apart", async () => {
  const { waiting } = await openWaiting();
  const [one] = waiting.state.value ?? [];
  if (!one) throw new Error("nothing waits");
  const ofUpload = (id: number) => one.uploads.map((upload) => ({ ...upload, id }));
  const other = { ...one, student: { id: 9, name: "Yael" }, uploads: ofUpload(32) };
  const again = { ...one, uploads: ofUpload(33) };
  waiting.answer(one).setText("To Dana");
  expect(waiting.answer(one).state.text).toBe("To Dana");
  expect(waiting.answer(other).state.text).toBe("");
  expect(waiting.answer(again).state.text).toBe("");
});

test("a tutor's answer is restored in a new page until it is sent", async () => {
  const { answer, drafts, machine, school } = await openAnswer();
  answer.setText("Turn the grainline");
  drafts.flush();
  const later = await openAnswer({ machine, school });
  expect(later.answer.state.text).toBe("Turn the grainline");
  school.answerWith(FEEDBACK, { assignment: waitingTask });
  await later.answer.give("returned");
  expect((await openAnswer({ machine, school })).answer.state.text).toBe("");
});

test("files that do not exist differ from those that could not be fetched", async () => {
  const { service, school } = await openAssignments();
  const { assignment } = first(service);
  const sheet = { ...assignment, instructions: "absent.svg" };
  const refused = { failure: { kind: "refused", status: 404 } };
  expect(await service.instructions(sheet)).toMatchObject(refused);
  school.network.up = false;
  expect(await service.instructions(sheet)).toMatchObject({ failure: { kind: "unreachable" } });
});

test("files are previewed only if they are photos", async () => {
  const { service, school } = await openAssignments();
  const { assignment } = first(service);
  const address = (name: string) => `GET /user/assignments/5/uploads/31/${name}`;
  school.answer(address("a.jpg"), (context) => context.body(new Uint8Array([0xff, 0xd8, 0xff])));
  school.answer(address("b.jpg"), (context) => context.body("<svg onload=alert(1)>"));
  const photo = service.photo(assignment, 31, "a.jpg");
  expect(await photo.url).toMatch(/^blob:/);
  photo.release();
  expect(await service.photo(assignment, 31, "b.jpg").url).toBeNull();
  school.answer(address("c.pdf"), (context) => context.body("%PDF-1.7"));
  expect(await service.photo(assignment, 31, "c.pdf").url).toBeNull();
  expect(await service.photo(assignment, 31, "absent.jpg").url).toBeNull();
});

test("files of the task are shown unless they are empty or missing", async () => {
  const { service, school } = await openAssignments();
  const sizes: Record<string, number> = { "block.webp": 4, "empty.webp": 0 };
  school.answer("GET /user/assignments/image", (context) => {
    const size = sizes[context.req.query("title") ?? ""];
    const isOwn = context.req.query("product") === "PM" && size !== undefined;
    return isOwn ? context.body(new Uint8Array(size)) : school.refusal(404, "");
  });
  const urlOf = (title: string) => service.figure("PM", title).url;
  expect(resolveObjectURL((await urlOf("block.webp")) ?? "")?.size).toBe(4);
  expect(await urlOf("empty.webp")).toBeNull();
  expect(await urlOf("absent.webp")).toBeNull();
});

const upload = (id: number) => ({
  ...{ id, date: "2026-03-02T09:00:00Z", comment: "", files: [], feedback: null },
});
/** A student's own list, or the one of a tutor. */
const openList = async (isTutor: boolean) => {
  const { waiting, school } = await openWaiting();
  if (isTutor) return { ...waiting, school, list: () => waiting.state.value };
  const own = await openAssignments();
  return { ...own.service, school: own.school, list: () => own.service.own.state.value };
};

const uploadIds = (assignment: { uploads: readonly { id: unknown }[] } | undefined) =>
  assignment?.uploads.map(({ id }) => id);

test("assignments at a school with pages that wait for a tutor are continued likewise, those of two students apart", async () => {
  const { waiting, school } = await openWaiting();
  const other = { ...waitingTask, student: { id: 9, name: "Yael" } };
  // A school may send something else on a later page.
  const first = answerTo(getAssignments, { assignments: [waitingTask], cursor: "31" });
  const next = answerTo(getAssignments, { assignments: [other, task], cursor: null });
  school.answerPages(LIST, first, next);
  await waiting.load();
  expect(await waiting.pages.more()).toBe(true);
  expect(waiting.state.value?.map(({ student }) => student.name)).toEqual(["Dana", "Yael"]);
});

test.each([
  ["a student", false],
  ["a tutor", true],
])("gets the earlier hand-ins of one assignment only, for %s", async (_, isTutor) => {
  const { list, earlier, load, school } = await openList(isTutor);
  const ofOther = { ...waitingTask, student: { id: 9, name: "Yael" } };
  const own = isTutor ? [waitingTask, ofOther] : [handedIn];
  const entries = [...own, { ...waitingTask, id: 6 }].map((each) => ({
    ...{ ...each, uploads: [upload(31)], uploads_cursor: "31" },
  }));
  school.answer(LIST, (context) =>
    context.json({ assignments: !isTutor || context.req.query("state") ? entries : [] }),
  );
  await load();
  const [one] = list() ?? [];
  if (!one) throw new Error("there is no assignment");
  school.network.up = false;
  expect(await earlier(one)).toBe(false);
  school.network.up = true;
  school.answer("GET /user/assignments/5", (context) => {
    expect(context.req.query()).toEqual({ before: "31", ...(isTutor && { student: "7" }) });
    const assignment = { ...handedIn, uploads: [upload(30)], uploads_cursor: null };
    return context.json(answerTo(getAssignment, { assignment }));
  });
  expect(await earlier(one)).toBe(true);
  expect(list()?.map(uploadIds)).toEqual([[30, 31], ...entries.slice(1).map(() => [31])]);
});
