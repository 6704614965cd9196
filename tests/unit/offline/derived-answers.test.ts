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
} from "../../../src/contract/progress.ts";
import type { StudiedLesson } from "../../../src/domain/course-status.ts";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import {
  derivedHandlers,
  progressHandlers,
} from "../../../src/offline/local-school/derived-answers.ts";
import { createRouter } from "../../../src/offline/local-school/handlers.ts";
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
  expect(await send(getCourseAssignments, { params: COURSE })).toEqual(UNREACHABLE);
  expect(await send(getUploadedAssignments, { params: COURSE })).toEqual(UNREACHABLE);
  expect(await send(getAssignment, { params: { id: 1 } })).toEqual(UNREACHABLE);
  expect(await send(getDefaultMeasurement)).toEqual(UNREACHABLE);
  expect(await send(getLessonProgress, { params: { lessonId: 1 } })).toEqual(UNREACHABLE);
  expect(await send(getPreviousLesson, { params: NO_COURSE })).toEqual(UNREACHABLE);
  expect(await send(getNextLesson, { params: NO_COURSE })).toEqual(UNREACHABLE);
  expect(await send(getToday, { params: NO_COURSE })).toEqual(UNREACHABLE);
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
