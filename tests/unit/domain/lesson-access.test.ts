import { expect, test } from "vitest";
import type { Id } from "../../../src/contract/wire.ts";
import {
  courseProgress,
  followingLesson,
  isLessonOpen,
  isMainLesson,
  nextToStudy,
  openUpTo,
} from "../../../src/domain/lesson-access.ts";

const order = [{ id: 30 }, { id: 10 }, { id: "x" }, { id: 20 }];
const done = (...ids: Id[]): ReadonlySet<Id> => new Set(ids);

test("the next lesson to study is the first one when nothing is completed", () => {
  expect(nextToStudy(order, done())).toBe(30);
});

test("the next lesson to study is the one after the furthest completed, even if an earlier one was skipped", () => {
  expect(nextToStudy(order, done(30))).toBe(10);
  expect(nextToStudy(order, done(30, "x"))).toBe(20);
});

test("the next lesson to study is a skipped one, once the last one is completed", () => {
  expect(nextToStudy(order, done(20))).toBe(30);
  expect(nextToStudy(order, done(30, "x", 20))).toBe(10);
});

test("the next lesson to study is missing in a finished or empty course", () => {
  expect(nextToStudy(order, done(30, 10, "x", 20))).toBeNull();
  expect(nextToStudy([], done())).toBeNull();
  expect(nextToStudy([], done(30))).toBeNull();
});

test("the next lesson to study does not depend on what was completed in another course", () => {
  expect(nextToStudy(order, done(99, "y"))).toBe(30);
});

test("the next and previous lesson on screen follows the current or the previous one, whichever is further", () => {
  expect(followingLesson(order, 10, null)).toBe("x");
  expect(followingLesson(order, 30, "x")).toBe(20);
  expect(followingLesson(order, "x", 30)).toBe(20);
});

test("the next and previous lesson on screen is missing after the last, and in an empty course", () => {
  expect(followingLesson(order, 20, null)).toBeNull();
  expect(followingLesson(order, 30, 20)).toBeNull();
  expect(followingLesson([], 30, 10)).toBeNull();
});

test("the next and previous lesson on screen is the first one for a student without a place in the order", () => {
  expect(followingLesson(order, null, null)).toBe(30);
  expect(followingLesson(order, 99, null)).toBe(30);
});

test.each([30, 10, "x", 20, 99, null])(
  "lessons are open up to one position, if %s is next",
  (next) => {
    const twice = [...order, { id: 10 }];
    const open = twice.filter(({ id }) => isLessonOpen(twice, id, next, 0));
    const openTo = openUpTo(twice, next);
    const first = (wanted: Id) => twice.findIndex(({ id }) => id === wanted);
    expect(twice.filter(({ id }) => first(id) <= openTo)).toEqual(open);
  },
);

test("a lesson is open up to the next one to study, and no further", () => {
  const open = order.map(({ id }) => isLessonOpen(order, id, 10, 0));
  expect(open).toEqual([true, true, false, false]);
});

test("a lesson is open in all of a course that has no next one", () => {
  expect(order.every(({ id }) => isLessonOpen(order, id, null, 0))).toBe(true);
});

test("a lesson is open when the next one is not of this course", () => {
  expect(isLessonOpen(order, 20, 99, 0)).toBe(true);
});

test("a lesson is open when the order does not name it", () => {
  expect(isLessonOpen(order, 99, 30, 0)).toBe(true);
  expect(isLessonOpen([], 99, 30, 0)).toBe(true);
});

test.each([
  [100, true],
  [101, true],
  [99, false],
  [20, false],
])("a lesson is open at level %i, ahead of what comes next: %s", (level, expected) => {
  expect(isLessonOpen(order, 20, 30, level)).toBe(expected);
});

test("a lesson is open independent of how ids compare to the order", () => {
  expect(isLessonOpen([{ id: 3 }, { id: 2 }, { id: 1 }], 1, 2, 0)).toBe(false);
  expect(isLessonOpen([{ id: 3 }, { id: 2 }, { id: 1 }], 3, 2, 0)).toBe(true);
});

test.each([
  ["lines_ml", true],
  ["PM_ml_07", true],
  ["lines", false],
  ["html", false],
  ["lines-ml", false],
  ["", false],
])("the key %j names a main lesson: %s", (key, expected) => {
  expect(isMainLesson(key)).toBe(expected);
});

test.each([
  [[], ["next"], { started: false, finished: false }],
  [["last"], ["next"], { started: true, finished: false }],
  [["last"], [], { started: true, finished: true }],
  [[], [], { started: true, finished: true }],
])("a student's place in the course: studied %j, to study %j", (previous, next, expected) => {
  expect(courseProgress(previous, next)).toEqual(expected);
});
