import * as v from "valibot";
import { expect, test } from "vitest";
import type { LessonProgress } from "../../../src/contract/progress.ts";
import type { Write } from "../../../src/domain/queue.ts";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import { cachedStudy, recordStudy } from "../../../src/offline/local-school/cached-study.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";

const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`);
const iso = (time: string) => new Date(at(time)).toISOString();

const row = (change: Partial<LessonProgress>): LessonProgress => ({
  ...{ lesson_id: 1, package_id: 4, course_id: 10, opened: null, completed: null, seconds: 60 },
  ...change,
});

const open = (progress?: LessonProgress[]) => {
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
  const { cache, studied, rows } = open();
  expect(studied()).toEqual([]);
  // A list that was never fetched would be incomplete.
  recordStudy(cache, { call: "complete", time: at("09:00"), lessonId: 1, progress: null });
  expect(rows()).toBeUndefined();
  expect(studied()).toEqual([{ lessonId: 1, completed: null, lastSeen: at("09:00") }]);
});

test("a lesson was last seen when it was opened or completed, whichever was later", () => {
  const { studied } = open([
    row({ lesson_id: 1, opened: iso("08:00"), completed: iso("08:30") }),
    row({ lesson_id: 2, opened: iso("09:00"), completed: iso("08:00") }),
    row({ lesson_id: 3 }),
  ]);
  expect(studied()).toEqual([
    { lessonId: 1, completed: iso("08:30"), lastSeen: at("08:30") },
    { lessonId: 2, completed: iso("08:00"), lastSeen: at("09:00") },
    { lessonId: 3, completed: null, lastSeen: 0 },
  ]);
});

test("waiting study is added: a lesson stays completed, and is seen at the latest time", () => {
  const { studied } = open([
    row({ lesson_id: 1, completed: iso("08:00") }),
    row({ lesson_id: 2, opened: iso("10:00") }),
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
    { lessonId: 3, completed: null, lastSeen: at("12:00") },
  ]);
});

test("accepted study changes the row of its lesson only, and completes it once", () => {
  const other = row({ lesson_id: 2, seconds: 5 });
  const { cache, rows } = open([row({}), other]);
  recordStudy(cache, { call: "session", time: at("09:00"), lessonId: "1", progress: null });
  expect(rows()).toEqual(
    [other, row({ lesson_id: "1" })].map((each) => ({
      ...each,
      lesson_id: Number(each.lesson_id),
    })),
  );
});

test("accepted study of a lesson without progress makes a row for it", () => {
  const { cache, rows, studied } = open([]);
  recordStudy(cache, { call: "complete", time: at("09:00"), lessonId: 5, progress: null });
  const done = {
    package_id: 1,
    course_id: null,
    opened: null,
    seconds: 0,
    completed: iso("09:00"),
  };
  expect(rows()).toEqual([{ ...done, lesson_id: 5 }]);
  recordStudy(cache, { call: "complete", time: at("10:00"), lessonId: 5, progress: null });
  expect(rows()).toEqual([{ ...done, lesson_id: 5 }]);
  expect(studied()).toEqual([{ lessonId: 5, completed: iso("09:00"), lastSeen: at("10:00") }]);
});

test("what the school answers about accepted study replaces what was known", () => {
  const { cache, rows } = open([row({ opened: iso("08:00"), seconds: 60 })]);
  const said = row({ opened: iso("08:00"), seconds: 120, completed: iso("09:01") });
  recordStudy(cache, { call: "complete", time: at("09:00"), lessonId: 1, progress: said });
  expect(rows()).toEqual([said]);
});
