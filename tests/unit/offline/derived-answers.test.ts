import * as v from "valibot";
import { expect, test } from "vitest";
import {
  getAssignment,
  getCourseAssignments,
  getUploadedAssignments,
} from "../../../src/contract/assignments.ts";
import { getDefaultMeasurement } from "../../../src/contract/measurements.ts";
import {
  getLessonProgress,
  getNextLesson,
  getPreviousLesson,
  getToday,
  type LessonProgress,
} from "../../../src/contract/progress.ts";
import type { StudiedLesson } from "../../../src/domain/course-status.ts";
import type { Write } from "../../../src/domain/queue.ts";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import {
  cachedStudy,
  derivedHandlers,
  progressHandlers,
  recordStudy,
} from "../../../src/offline/local-school/derived-answers.ts";
import { createRouter } from "../../../src/offline/local-school/handlers.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { failed, value } from "../../support/results.ts";
import { openContent } from "../support/content-folder.ts";

const open = async (studied: readonly StudiedLesson[] = []) => {
  const { machine, content } = await openContent();
  const cache = createAnswerCache(machine.storage, machine.now, 7);
  const handlers = [
    ...progressHandlers({ content, cache, studied: () => studied, now: machine.now }),
    ...derivedHandlers(cache),
  ];
  return { machine, cache, content, ...createRouter(handlers) };
};

const UNREACHABLE = failed("unreachable");
const COURSE = { courseId: 10 };
const NO_COURSE = { courseId: 99 };

const upload = { id: 31, date: "2026-03-01", comment: "", files: [], feedback: null };
const assignment = (id: number, change: object = {}) => ({
  ...{ id, lesson_id: 1, course_id: 10, product: "PM", title: `Task ${id}`, state: "open" },
  ...{ translations: [], instructions: null, image: null, uploads: [] },
  ...change,
});

test("without an answer of the school the app states nothing about assignments, tables, progress and missing courses", async () => {
  const { send } = await open();
  const calls = [
    ...[getCourseAssignments, getUploadedAssignments].map((call) => [call, COURSE]),
    ...[getPreviousLesson, getNextLesson, getToday].map((call) => [call, NO_COURSE]),
    [getAssignment, { id: 1 }],
    [getLessonProgress, { lessonId: 1 }],
    [getDefaultMeasurement],
  ] as unknown as [typeof getToday, { courseId: number }][];
  for (const [call, params] of calls) expect(await send(call, { params })).toEqual(UNREACHABLE);
});

const openAssignments = async () => {
  const opened = await open();
  opened.cache.put("GET /user/assignments", {
    assignments: [
      assignment(1, { translations: [{ language: "de", title: "Aufgabe" }] }),
      assignment(2, { uploads: [upload], state: "uploaded" }),
      assignment(3, { course_id: "10", state: "returned", lesson_id: 3, title: "Part" }),
      assignment(4, { course_id: 11, uploads: [upload], lesson_id: 6, state: "accepted" }),
      assignment(5, { course_id: null, lesson_id: null }),
      assignment(6, { lesson_id: 99 }),
    ],
  });
  return opened;
};

test("assignments are those of the list with the id of the course, or their own", async () => {
  const { send } = await openAssignments();
  const ids = async (call: typeof getCourseAssignments | typeof getUploadedAssignments) =>
    value(await send(call, { params: COURSE })).assignments.map(({ id }) => id);
  expect(await ids(getCourseAssignments)).toEqual([1, 2, 3, 6]);
  expect(await ids(getUploadedAssignments)).toEqual([2]);
  const { assignment: found } = value(await send(getAssignment, { params: { id: "2" } }));
  expect(found.id).toBe(2);
  expect(await send(getAssignment, { params: { id: 9 } })).toMatchObject({
    failure: { kind: "refused", status: 404, code: "assignment/not_found" },
  });
  // Earlier hand-ins are only at the school.
  const query = { before: "cursor" };
  expect(await send(getAssignment, { params: { id: 2 }, query })).toEqual(UNREACHABLE);
});

test("assignments of today are those to do, of lessons of the course and their parts, in the requested language", async () => {
  const { send } = await openAssignments();
  const query = { language: "de" };
  const { today } = value(await send(getToday, { params: COURSE, query }));
  expect(today.assignments).toEqual([
    { id: 1, lesson_id: 1, title: "Aufgabe", state: "open" },
    { id: 3, lesson_id: 3, title: "Part", state: "returned" },
  ]);
});

test("the progress of a lesson is that of the school's list, if any", async () => {
  const { send, cache } = await open();
  cache.put("GET /user/progress", { progress: [{ lesson_id: 1 }, { lesson_id: 2, seconds: 9 }] });
  const read = async (lessonId: number | string) =>
    value(await send(getLessonProgress, { params: { lessonId } })).progress;
  expect(await read("2")).toMatchObject({ lesson_id: 2, seconds: 9 });
  expect(await read(3)).toBeNull();
});

const reference = (id: number, key: string) => ({ id, key, package_id: 1 });
const seen = (lessonId: number, lastSeen: number, completed: string | null = null) => ({
  ...{ lessonId, lastSeen, completed },
});

test("the school's answer about a course names the last lesson until another is opened here, at whatever time after it", async () => {
  const { machine } = await openContent();
  const last = async (passed: number) => {
    const { send, cache } = await open([seen(1, machine.now() + passed)]);
    cache.put("GET /user/progress/previousLesson/:courseId courseId=10", [reference(5, "curve")]);
    return value(await send(getPreviousLesson, { params: COURSE })).map(({ key }) => key);
  };
  expect(await last(-1)).toEqual(["curve"]);
  expect(await last(0)).toEqual(["curve"]);
  expect(await last(1)).toEqual(["paper"]);
});

test("the school's answer about a course names the next lesson until it is completed", async () => {
  const next = async (...studied: StudiedLesson[]) => {
    const { send, cache } = await open(studied);
    cache.put("GET /user/progress/nextLesson/:courseId courseId=10", [reference(5, "curve")]);
    return value(await send(getNextLesson, { params: COURSE })).map(({ key }) => key);
  };
  const done = "2026-03-01T09:00:00.000Z";
  expect(await next()).toEqual(["curve"]);
  expect(await next(seen(5, 1), seen(1, 1, done))).toEqual(["curve"]);
  expect(await next(seen(5, 1, done))).toEqual(["dart"]);
});

const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`);
const iso = (time: string) => new Date(at(time)).toISOString();

const row = (change: Partial<LessonProgress>): LessonProgress => ({
  ...{ lesson_id: 1, package_id: 4, course_id: 10, opened: null, completed: null, seconds: 60 },
  ...change,
});

const openStudy = (progress?: LessonProgress[]) => {
  const machine = createMemoryMachine();
  const cache = createAnswerCache(machine.storage, machine.now, 7);
  if (progress) cache.put("GET /user/progress", { progress });
  return {
    cache,
    rows: () =>
      cache.get("GET /user/progress", v.object({ progress: v.array(v.any()) }))?.value.progress,
    studied: (...queued: Write[]) => cachedStudy(cache, queued),
  };
};

const write = (call: Write["call"], lessonId: number, time: string): Write => ({
  ...{ id: `${call}-${lessonId}`, call, lessonId, packageId: 1, time: at(time) },
});

test("nothing is studied before the school has answered", () => {
  const { cache, studied, rows } = openStudy();
  expect(studied()).toEqual([]);
  // A list that was never fetched would be incomplete.
  recordStudy(cache, { call: "complete", time: at("09:00"), lessonId: 1, progress: null });
  expect(rows()).toBeUndefined();
  expect(studied()).toEqual([{ lessonId: 1, completed: null, lastSeen: at("09:00") }]);
});

test("waiting study is added: a lesson stays completed, and is seen at the latest time", () => {
  const { studied } = openStudy([
    row({ lesson_id: 1, completed: iso("08:00"), opened: iso("07:00") }),
    row({ lesson_id: 2, opened: iso("10:00") }),
    row({ lesson_id: 4, opened: iso("13:00"), completed: iso("12:00") }),
    row({ lesson_id: 5 }),
  ]);
  expect(
    studied(
      write("complete", 1, "11:00"),
      write("session", 2, "09:00"),
      write("complete", 2, "09:30"),
      write("session", 3, "12:00"),
    ),
  ).toEqual([
    { lessonId: 1, completed: iso("08:00"), lastSeen: at("11:00") },
    { lessonId: 2, completed: iso("09:30"), lastSeen: at("10:00") },
    { lessonId: 4, completed: iso("12:00"), lastSeen: at("13:00") },
    { lessonId: 5, completed: null, lastSeen: 0 },
    { lessonId: 3, completed: null, lastSeen: at("12:00") },
  ]);
});

test("accepted study makes or changes the row of its lesson only, completes it once, and gives way to what the school says", () => {
  const other = row({ lesson_id: 2, seconds: 5 });
  const { cache, rows, studied } = openStudy([other]);
  const record = (time: string, change: object = {}) =>
    recordStudy(cache, {
      call: "complete",
      ...{ time: at(time), lessonId: "5", progress: null, ...change },
    });
  const done = { ...row({ lesson_id: 5, package_id: 1, course_id: null }), seconds: 0 };
  record("08:00", { call: "session" });
  expect(rows()).toEqual([other, done]);
  record("09:00");
  record("10:00");
  expect(rows()).toEqual([other, { ...done, completed: iso("09:00") }]);
  expect(studied().at(-1)).toEqual({ lessonId: 5, completed: iso("09:00"), lastSeen: at("10:00") });
  const said = row({ lesson_id: 5, opened: iso("08:00"), seconds: 120, completed: iso("09:01") });
  record("11:00", { progress: said });
  expect(rows()).toEqual([other, said]);
});

const openCache = (person: number | string = 7, machine = createMemoryMachine()) => {
  const stays = (name: string) => name.startsWith("pinned");
  const cache = createAnswerCache(machine.storage, machine.now, person, stays);
  const get = (name: string) => cache.get(name, v.string())?.value ?? null;
  return { ...cache, cache, get, machine, keys: () => machine.tabs.keys() };
};

test("an answer is stored with its time and its tag, for one person", () => {
  const { cache, machine } = openCache();
  const at = machine.now();
  cache.put("a", "A", '"1"');
  cache.put("b", "B");
  machine.advance(1000);
  const again = openCache(7, machine).cache;
  expect(again.get("a", v.string())).toEqual({ at, value: "A", tag: '"1"' });
  expect(again.get("b", v.string())).toEqual({ at, value: "B", tag: null });
  expect(again.get("c", v.string())).toBeNull();
  // A later version of the app may expect another form.
  expect(again.get("a", v.number())).toBeNull();
  expect(openCache(8, machine).get("a")).toBeNull();
  // Damaged answers count as none.
  for (const key of machine.tabs.keys()) machine.storage.set(key, '{"');
  expect(openCache(7, machine).get("a")).toBeNull();
});

test("of more than sixty answers the oldest is evicted, and none that stays", () => {
  const { put, get } = openCache();
  put("pinned", "P");
  for (let at = 0; at < 60; at += 1) put(`${at}`, "x");
  // The oldest one has been fetched again.
  put("0", "x");
  put("60", "x");
  expect(["pinned", "0", "1", "2", "60"].map(get)).toEqual(["P", "x", null, "x", "x"]);
});

test("an answer that is too long is not stored, and replaces none", () => {
  const { put, get, keys } = openCache();
  put("a", "x".repeat(8_000_000 - 2));
  expect(get("a")).toHaveLength(8_000_000 - 2);
  put("a", "x".repeat(8_000_000 - 1));
  expect(get("a")).toBeNull();
  expect(keys()).toHaveLength(1);
});

test("all answers of a person are removed, and no others", () => {
  const { put, clear, machine } = openCache();
  put("a", "A");
  put("b", "B");
  const other = openCache("7/8", machine);
  other.put("a", "other");
  clear();
  expect(other.get("a")).toBe("other");
  other.clear();
  expect(machine.tabs.keys()).toEqual([]);
});
