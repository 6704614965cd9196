import * as v from "valibot";
import { expect, test } from "vitest";
import type { LessonProgress } from "../../../src/contract/progress.ts";
import type { Write } from "../../../src/domain/queue.ts";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import { cachedStudy, recordStudy } from "../../../src/offline/local-school/derived-answers.ts";
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

test("waiting study is added: a lesson stays completed, and is seen at the latest time", () => {
  const { studied } = open([
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
  const { cache, rows, studied } = open([other]);
  const record = (time: string, change: object = {}) =>
    recordStudy(cache, {
      call: "complete",
      time: at(time),
      lessonId: "5",
      progress: null,
      ...change,
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
