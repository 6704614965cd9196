import { expect, test, vi } from "vitest";
import { getCourses } from "../../../src/contract/account.ts";
import { getActiveAnnouncements } from "../../../src/contract/announcements.ts";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
  getUploadedFile,
} from "../../../src/contract/assignments.ts";
import { getProducts } from "../../../src/contract/content.ts";
import {
  getDefaultMeasurement,
  getMeasurements,
  postMeasurement,
} from "../../../src/contract/measurements.ts";
import { getMessage, getMessages } from "../../../src/contract/messages.ts";
import { getNotes } from "../../../src/contract/notes.ts";
import { getOrganisation } from "../../../src/contract/organisation.ts";
import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
} from "../../../src/contract/progress.ts";
import { DONE, value } from "../../support/results.ts";
import { openHybrid } from "../support/open-hybrid.ts";

const PMB = { courseId: 10 };
const never = new AbortController().signal;

/** A school that has something of each kind for its student. */
const openFull = async () => {
  const opened = await openHybrid();
  const { small } = opened;
  const file = { name: "coat.jpg", size: 3, type: "image/jpeg" };
  const assignment = (id: number, state: string, uploads: unknown[]) => ({
    ...{ id, lesson_id: id, course_id: 10, product: "PM", title: `Task ${id}`, state, uploads },
  });
  const upload = { id: 31, date: "2026-03-01", comment: "", files: [file], feedback: null };
  const message = (id: number, read: boolean, attachmentCount: number) => ({
    ...{ id, thread: 1, subject: "Hem", body: "How?", date: "2026-03-01", read, attachmentCount },
    from: { id: 9, name: "Tutor", role: "tutor" },
  });
  const table = (id: number, is_default: number) => ({
    ...{ id, name: `Table ${id}`, is_default, units: "cm", updated: "2026-03-01" },
    values: { bust: 90 + id },
  });
  const answers: Record<string, unknown> = {
    "/user/assignments": {
      assignments: [assignment(1, "open", []), assignment(5, "uploaded", [upload])],
    },
    "/user/measurements": { measurements: [table(1, 0), table(2, 1)] },
    "/user/notes": { notes: [{ lesson_id: 1, text: "Chalk!", updated: "2026-03-01" }] },
    "/user/messages": { messages: [message(1, true, 1), message(2, false, 1)], internal: true },
    "/user/messages/1": { attachments: [{ name: "a.txt", type: "text/plain", data: "aGVt" }] },
    "/organizations/1/announcements/active": { announcements: [] },
  };
  for (const [path, answer] of Object.entries(answers)) {
    small.answerWith(`GET ${path}`, answer);
  }
  small.answer("GET /user/assignments/5/uploads/31/coat.jpg", () => new Response("jpg"));
  return opened;
};

test("after a sync every answer that screens need is stored, even if it was never requested", async () => {
  const { send, sendForBytes, fetchPersonalData, small } = await openFull();
  expect(await fetchPersonalData(never, 0, true)).toEqual(DONE);
  small.network.up = false;
  const none = {};
  const params = PMB;
  const query = { language: "en" };
  const asked = [
    [getProducts, none],
    [getCourses, none],
    [getProgress, none],
    [getLessonProgress, { params: { lessonId: 1 } }],
    [getPreviousLesson, { params }],
    [getNextLesson, { params }],
    [getToday, { params, query }],
    [getAssignments, none],
    [getCourseAssignments, { params }],
    [getUploadedAssignments, { params, query }],
    [getAssignment, { params: { id: 5 } }],
    [getMeasurements, none],
    [getDefaultMeasurement, none],
    [getNotes, none],
    [getMessages, none],
    [getMessage, { params: { id: 1 } }],
    [getOrganisation, { params: { id: 1 } }],
    [getActiveAnnouncements, { params: { id: 1 } }],
  ] as unknown as [typeof getCourses, object][];
  for (const [call, options] of asked) {
    expect(await send(call, options), call.path).toMatchObject({ ok: true });
  }
  const photo = { id: 5, uploadId: 31, fileName: "coat.jpg" };
  expect(await value(await sendForBytes(getUploadedFile, { params: photo })).text()).toBe("jpg");
});

test("the sync makes a fixed number of calls, and marks no message as read", async () => {
  const { fetchPersonalData, small } = await openFull();
  small.requests.length = 0;
  // On a metered connection nothing large is fetched without consent.
  await fetchPersonalData(never, 0, false);
  expect(small.count("GET /user/messages/1")).toBe(0);
  await fetchPersonalData(never, 0, true);
  expect(small.requests.map(({ call }) => call).toSorted()).toEqual([
    "GET /organizations/1",
    "GET /organizations/1/announcements/active",
    "GET /products",
    "GET /user/assignments",
    "GET /user/assignments/5/uploads/31/coat.jpg",
    "GET /user/courses",
    "GET /user/measurements",
    "GET /user/messages",
    "GET /user/messages/1",
    "GET /user/notes",
    "GET /user/progress",
  ]);
  small.requests.length = 0;
  await fetchPersonalData(never, 0, true);
  expect(small.requests).toEqual([]);
});

test("an unchanged answer has no body", async () => {
  const { fetchPersonalData, send, small, machine } = await openHybrid();
  let bodies = 0;
  small.answer("GET /user/courses", (context) => {
    if (context.req.header("if-none-match") === '"a"') return context.body(null, 304);
    bodies += 1;
    return Response.json({ courses: [] }, { headers: { etag: '"a"' } });
  });
  await send(getCourses);
  machine.advance(1000);
  await fetchPersonalData(never, machine.now(), true);
  expect(small.count("GET /user/courses")).toBe(2);
  expect(bodies).toBe(1);
  small.network.up = false;
  expect(value(await send(getCourses)).courses).toEqual([]);
});

test("at a school without notes and messages everything else is stored", async () => {
  const { fetchPersonalData, small } = await openHybrid();
  // This one has no assignments, notes, messages and measurements at all.
  expect(await fetchPersonalData(never, 0, true)).toEqual(DONE);
  small.answer("GET /user/progress", () => new Response("", { status: 503 }));
  expect(await fetchPersonalData(never, Number.POSITIVE_INFINITY, true)).toMatchObject({
    ok: false,
  });
});

test("a stored answer is returned at once, before the school has answered", async () => {
  const { fetchPersonalData, send, small } = await openHybrid();
  await fetchPersonalData(never, 0, true);
  // No timer ever fires, so waiting for one would never end.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  small.hold("GET /user/courses");
  small.hold("GET /user/progress/nextLesson/10");
  const onNewer = () => undefined;
  expect(value(await send(getCourses, { onNewer })).courses).toHaveLength(3);
  expect(value(await send(getNextLesson, { params: PMB, onNewer }))).toHaveLength(1);
  vi.useRealTimers();
});

test("a different answer of the school is passed on to the caller, once", async () => {
  const { send, small } = await openHybrid();
  await send(getCourses);
  small.answerWith("GET /user/courses", { courses: [] });
  const seen: string[][] = [];
  const ask = async (): Promise<void> => {
    const answer = value(await send(getCourses, { onNewer: () => void ask() }));
    seen.push(answer.courses.map(({ key }) => key));
  };
  await ask();
  await expect.poll(() => seen).toEqual([["PMB", "PMS", "PMN"], []]);
  expect(small.count("GET /user/courses")).toBe(2);
  await ask();
  await expect.poll(() => small.count("GET /user/courses")).toBe(3);
  expect(seen).toHaveLength(3);
});

test("a late refusal is passed on too, and the stored answer is deleted", async () => {
  const { send, small } = await openHybrid();
  await send(getCourses);
  small.answer("GET /user/courses", () => small.refusal(403, "session/no_token"));
  const { promise, resolve } = Promise.withResolvers<void>();
  expect((await send(getCourses, { onNewer: resolve })).ok).toBe(true);
  await promise;
  expect(await send(getCourses, { onNewer: () => undefined })).toMatchObject({
    failure: { status: 403 },
  });
  small.network.up = false;
  expect((await send(getCourses)).ok).toBe(false);
});

test("a change is not undone by an earlier answer", async () => {
  const { send, fetchPersonalData, small } = await openFull();
  await fetchPersonalData(never, 0, true);
  const seen: number[][] = [];
  const ask = async (): Promise<void> => {
    const { measurements } = value(await send(getMeasurements, { onNewer: () => void ask() }));
    seen.push(measurements.map(({ id }) => Number(id)));
  };
  const release = small.hold("GET /user/measurements");
  await ask();
  const body = { name: "New", units: "cm" as const, values: {} };
  const table = { id: 3, name: "New", is_default: 0, units: "cm", updated: null, values: {} };
  const created = () => Response.json({ measurement: table }, { status: 201 });
  small.answer("POST /user/measurements", created);
  await send(postMeasurement, { body });
  // The first request gets the answer from before the change, the others the one after it.
  let answers = 0;
  small.answer("GET /user/measurements", () => {
    answers += 1;
    return Response.json({ measurements: answers === 1 ? [] : [table] });
  });
  release();
  await ask();
  await expect.poll(() => answers).toBeGreaterThan(1);
  await expect.poll(() => seen.at(-1)).toEqual([3]);
  expect(seen).not.toContainEqual([]);
  small.network.up = false;
  expect(value(await send(getMeasurements)).measurements.map(({ id }) => id)).toEqual([3]);
});

test("an answer that arrives after the session has ended is not stored", async () => {
  const { send, forget, small, machine } = await openHybrid();
  const release = small.hold("GET /user/courses");
  const asked = send(getCourses);
  await expect.poll(() => small.count("GET /user/courses")).toBe(1);
  await forget();
  release();
  await asked;
  expect(machine.tabs.keys()).toEqual([]);
});
