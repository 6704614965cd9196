import { afterEach, expect, test, vi } from "vitest";
import { getCourses } from "../../../src/contract/account.ts";
import { getActiveAnnouncements } from "../../../src/contract/announcements.ts";
import {
  getAssignment,
  getAssignments,
  getCourseAssignments,
  getUploadedAssignments,
  getUploadedFile,
} from "../../../src/contract/assignments.ts";
import { getIcon, getLesson, getProducts, getSkeleton } from "../../../src/contract/content.ts";
import {
  getDefaultMeasurement,
  getMeasurements,
  postMeasurement,
} from "../../../src/contract/measurements.ts";
import { getMessage, getMessages, postMessage } from "../../../src/contract/messages.ts";
import { getNotes } from "../../../src/contract/notes.ts";
import { getOrganisation } from "../../../src/contract/organisation.ts";
import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getProgress,
  getToday,
  putComplete,
} from "../../../src/contract/progress.ts";
import { getAssetTicket, getVideoTexts } from "../../../src/contract/video.ts";
import { requestKey } from "../../../src/offline/local-school/handlers.ts";
import {
  isCached,
  personalCallKey,
  personalCalls,
} from "../../../src/offline/local-school/personal-calls.ts";
import { DONE, failed, value } from "../../support/results.ts";
import { openHybrid } from "../support/open-hybrid.ts";

afterEach(() => void vi.useRealTimers());

const PMB = { courseId: 10 };
const PAPER = { productKey: "PM", lessonKey: "paper" };

const keys = (references: readonly { key: string }[]) => references.map(({ key }) => key);

test("content is read from the disk, without a request to the school", async () => {
  const { send, sendForBytes, small } = await openHybrid();
  expect((await send(getSkeleton, { params: { productKey: "PM" } })).ok).toBe(true);
  expect((await send(getLesson, { params: PAPER })).ok).toBe(true);
  const query = { product: "PM", title: "paper.svg" };
  expect(await value(await sendForBytes(getIcon, { query })).text()).toBe("<svg>paper</svg>");
  expect(small.requests.map(({ call }) => call)).toEqual(["POST /user/login"]);
});

test("content that the disk lacks, or a file that is damaged there, is fetched from the school", async () => {
  const empty = await openHybrid({ files: new Map() });
  expect((await empty.send(getSkeleton, { params: { productKey: "PM" } })).ok).toBe(true);
  const query = { product: "PM", title: "paper.svg" };
  const { sendForBytes, machine, content } = await openHybrid();
  const file = content.findFile("icon", "PM", "paper.svg", "en");
  await machine.folder.write(`files/${file?.filename}`, new Uint8Array(3));
  for (const ask of [empty.sendForBytes, sendForBytes]) {
    expect(await value(await ask(getIcon, { query })).text()).toBe("<svg>paper.svg</svg>");
  }
});

test("the school decides about a lesson that is closed here", async () => {
  const { send, small } = await openHybrid();
  const ask = () => send(getLesson, { params: { ...PAPER, lessonKey: "dart" } });
  expect((await ask()).ok).toBe(true);
  small.network.up = false;
  expect(await ask()).toMatchObject({ failure: { status: 403, code: "lesson/not_active" } });
});

test.each<[string, boolean, () => Response]>([
  ["a failing server", true, () => new Response("", { status: 503 })],
  ["a broken server", true, () => new Response("", { status: 500 })],
  ["a captive portal's page", true, () => new Response("<html>Sign in here</html>")],
  ["an ended session", false, () => new Response("", { status: 401 })],
  ["a refusal", false, () => new Response("", { status: 404 })],
  ["too many calls", false, () => new Response("", { status: 429 })],
])("the last answer is given after %s: %s", async (_, counts, answer) => {
  const { send, small } = await openHybrid();
  const before = await send(getCourses);
  small.answer("GET /user/courses", answer);
  const after = await send(getCourses);
  if (counts) expect(after).toEqual(before);
  else expect(after).toMatchObject({ failure: { kind: "refused", status: answer().status } });
});

test("an unresponsive school is waited for only if no answer of it is stored", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { send, small } = await openHybrid();
  const release = small.hold("GET /user/courses");
  const first = send(getCourses);
  await vi.advanceTimersByTimeAsync(5000);
  release();
  const before = await first;
  expect(value(before).courses).toHaveLength(3);
  small.hold("GET /user/courses");
  const asked = send(getCourses);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toEqual(before);
});

test("writes go to the school, and are known without it afterwards", async () => {
  const { send, complete, small } = await openHybrid();
  await send(getProgress);
  await complete(1);
  small.network.up = false;
  const { progress } = value(await send(getProgress));
  expect(progress).toMatchObject([{ lesson_id: 1, completed: "2026-03-02T09:00:00.000Z" }]);
  expect(keys(value(await send(getNextLesson, { params: PMB })))).toEqual(["lines_ml"]);
  expect(await complete(2)).toEqual(failed("unreachable"));
  // Study that waited to be sent is known with the time at which it was done.
  small.network.up = true;
  const headers = { "x-queued-at": "2026-03-01T18:00:00.000Z" };
  small.answerWith("PUT /user/progress/3/complete", { progress: null });
  await send(putComplete, { params: { lessonId: 3 }, body: { package_id: 1 }, headers });
  small.network.up = false;
  const rows = value(await send(getProgress)).progress;
  expect(rows.at(-1)).toMatchObject({ lesson_id: 3, completed: headers["x-queued-at"] });
});

const FILM = { product: "PM", lesson: "paper", asset: "pin.webm", language: "en" };

test("captions are read from the disk, and a tutor's from the school while it can be reached", async () => {
  for (const level of [0, 10]) {
    const expected = level ? "Pin it." : "Pin the dart.";
    const { send, small } = await openHybrid({ level });
    const texts = [{ start: 0, end: 1, text: "Pin it." }];
    small.answerWith("GET /new-video/texts", { texts, language: "en" });
    const read = async () => value(await send(getVideoTexts, { query: FILM })).texts[0]?.text;
    expect(await read()).toBe(expected);
    small.network.up = false;
    expect(await read()).toBe(expected);
    // A video that is known to have none is not reported as out of reach.
    const query = { ...FILM, asset: "none.webm" };
    expect(value(await send(getVideoTexts, { query })).texts).toEqual([]);
  }
});

test("a video that is not stored yet is streamed from the school", async () => {
  const { send, small, machine, assetAddress } = await openHybrid();
  small.answerWith("GET /assets/ticket", { ticket: "t-1" });
  const query = { product: "PM", title: "dart.svg" };
  expect(await assetAddress("PM", "dart.svg")).not.toBeNull();
  await machine.folder.remove("files");
  expect(await assetAddress("PM", "dart.svg")).toBeNull();
  expect(value(await send(getAssetTicket, { query }))).toEqual({ ticket: "t-1", forms: [] });
});

const never = new AbortController().signal;

const TABLE = { id: 1, name: "Coat", is_default: 0, units: "cm", updated: null, values: {} };

/** A school with a hand-in, a table and two messages of its student. */
const openFull = async () => {
  const opened = await openHybrid();
  const { small } = opened;
  const file = { name: "coat.jpg", size: 3, type: "image/jpeg" };
  const uploads = [{ id: 31, date: "2026-03-01", comment: "", files: [file], feedback: null }];
  const task = { id: 5, lesson_id: 5, course_id: 10, product: "PM", title: "Task", uploads };
  const message = (id: number, read: boolean) => ({
    ...{ id, thread: 1, subject: "Hem", body: "How?", date: "2026-03-01", read },
    ...{ attachmentCount: 1, from: { id: 9, name: "Tutor", role: "tutor" } },
  });
  const answers: Record<string, unknown> = {
    "/user/assignments": { assignments: [{ ...task, state: "uploaded" }] },
    "/user/measurements": { measurements: [TABLE] },
    "/user/notes": { notes: [] },
    "/user/messages": { messages: [message(1, true), message(2, false)], internal: true },
    "/user/messages/1": { attachments: [{ name: "a.txt", type: "text/plain", data: "aGVt" }] },
    "/organizations/1/announcements/active": { announcements: [] },
  };
  for (const [path, answer] of Object.entries(answers)) small.answerWith(`GET ${path}`, answer);
  small.answer("GET /user/assignments/5/uploads/31/coat.jpg", () => new Response("jpg"));
  return opened;
};

test("after a sync every answer that screens need is stored, even if it was never requested", async () => {
  const { send, sendForBytes, fetchPersonalData, small } = await openFull();
  expect(await fetchPersonalData(never, 0, true)).toEqual(DONE);
  small.network.up = false;
  const params = PMB;
  const query = { language: "en" };
  const bare = [getProducts, getCourses, getProgress, getAssignments, getMeasurements];
  const first = { params: { id: 1 } };
  const asked = [
    ...[...bare, getDefaultMeasurement, getNotes, getMessages].map((call) => [call, {}]),
    ...[getMessage, getOrganisation, getActiveAnnouncements].map((call) => [call, first]),
    ...[getPreviousLesson, getNextLesson, getCourseAssignments].map((call) => [call, { params }]),
    ...[getToday, getUploadedAssignments].map((call) => [call, { params, query }]),
    [getLessonProgress, { params: { lessonId: 1 } }],
    [getAssignment, { params: { id: 5 } }],
  ] as unknown as [typeof getCourses, object][];
  for (const [call, options] of asked) {
    expect(await send(call, options), call.path).toMatchObject({ ok: true });
  }
  const photo = { id: 5, uploadId: 31, fileName: "coat.jpg" };
  expect(await value(await sendForBytes(getUploadedFile, { params: photo })).text()).toBe("jpg");
});

test("the sync opens only messages that were read, with consent, and asks for nothing that is here", async () => {
  const { fetchPersonalData, small } = await openFull();
  const opened = () => [1, 2].map((id) => small.count(`GET /user/messages/${id}`));
  // On a metered connection nothing large is fetched without consent.
  await fetchPersonalData(never, 0, false);
  expect(opened()).toEqual([0, 0]);
  await fetchPersonalData(never, 0, true);
  // Opening the other one would mark it as read.
  expect(opened()).toEqual([1, 0]);
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
  const again = await fetchPersonalData(never, Number.POSITIVE_INFINITY, true);
  expect(again.ok).toBe(false);
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
  const later = await send(getCourses, { onNewer: () => undefined });
  expect(later).toMatchObject({ failure: { status: 403 } });
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
  const table = { ...TABLE, id: 3, name: "New" };
  small.answerWith("POST /user/measurements", { measurement: table });
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

test("answers for use without a network include what waits for an answer, for tutors", () => {
  const own = (level: number) => personalCalls(1, level).map(personalCallKey);
  const waiting = requestKey(getAssignments, { query: { state: "uploaded" } });
  expect(own(9)).not.toContain(waiting);
  expect(own(10)).toContain(waiting);
});

test("answers for use without a network are kept of these calls and of what screens ask for, but of no later page and no change", () => {
  expect(isCached(getMessages)).toBe(true);
  expect(isCached(getToday, { params: { courseId: 1 } })).toBe(true);
  expect(isCached(getMessages, { query: { before: "7" } })).toBe(false);
  expect(isCached(getMessages, { query: { thread: 7 } })).toBe(false);
  expect(isCached(getMessages, { query: { limit: 1 } })).toBe(false);
  expect(isCached(postMessage)).toBe(false);
});
