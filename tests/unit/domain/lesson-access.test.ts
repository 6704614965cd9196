import { expect, test } from "vitest";
import type { Id } from "../../../src/contract/wire.ts";
import {
  followingLesson,
  isLessonOpen,
  isMainLesson,
  nextToStudy,
  openUpTo,
} from "../../../src/domain/lesson-access.ts";

const order = [{ id: 30 }, { id: 10 }, { id: "x" }, { id: 20 }];

test.each<[string, Id[], Id | null]>([
  ["the first one when nothing is completed", [], 30],
  ["the one after the completed one", [30], 10],
  ["the one after the furthest completed, even if an earlier one was skipped", [30, "x"], 20],
  ["a skipped one, once the last one is completed", [20], 30],
  ["the first skipped one", [30, "x", 20], 10],
  ["missing in a finished course", [30, 10, "x", 20], null],
])("the next lesson to study is %s", (_, completed, next) => {
  expect(nextToStudy(order, new Set(completed))).toBe(next);
  expect(nextToStudy([], new Set(completed))).toBeNull();
});

test.each<[string, Id | null, Id | null, Id | null]>([
  ["the current one", 10, null, "x"],
  ["the previous one if it is further", 30, "x", 20],
  ["the current one if it is further", "x", 30, 20],
  ["no lesson, so is the first one, without a current one", null, null, 30],
  ["no lesson, so is the first one, for one outside the order", 99, null, 30],
])("the lesson on the screen's button follows %s", (_, current, previous, following) => {
  expect(followingLesson(order, current, previous)).toBe(following);
  expect(followingLesson([], current, previous)).toBeNull();
});

test.each([30, 10, "x", 20, 99, null])("lessons are open up to a place, if %s is next", (next) => {
  const twice = [...order, { id: 10 }];
  const open = twice.filter(({ id }) => isLessonOpen(twice, id, next, 0));
  const openTo = openUpTo(twice, next);
  const first = (wanted: Id) => twice.findIndex(({ id }) => id === wanted);
  expect(twice.filter(({ id }) => first(id) <= openTo)).toEqual(open);
});

test("a lesson is open up to the next one to study, and no further", () => {
  const open = order.map(({ id }) => isLessonOpen(order, id, 10, 0));
  expect(open).toEqual([true, true, false, false]);
});

test.each<[string, readonly { id: Id }[], Id, Id | null, boolean]>([
  ["in all of a course that has no next one", order, 20, null, true],
  ["when the next one is not of this course", order, 20, 99, true],
  ["when the order does not name it", order, 99, 30, true],
  ["by its place, not by its id: a later one", [{ id: 3 }, { id: 2 }, { id: 1 }], 1, 2, false],
  ["by its place, not by its id: an earlier one", [{ id: 3 }, { id: 2 }, { id: 1 }], 3, 2, true],
])("a lesson is open %s", (_, lessons, id, next, open) => {
  expect(isLessonOpen(lessons, id, next, 0)).toBe(open);
});

test.each([
  [100, true],
  [99, false],
])("a lesson is open at level %i, ahead of what comes next: %s", (level, expected) => {
  expect(isLessonOpen(order, 20, 30, level)).toBe(expected);
});

test("the key of a main lesson names it as such", () => {
  const keys = ["lines_ml", "PM_ml_07", "lines", ""];
  expect(keys.filter(isMainLesson)).toEqual(["lines_ml", "PM_ml_07"]);
});
