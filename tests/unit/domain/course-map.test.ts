import { expect, test } from "vitest";
import { courseMap, type MapOptions, studyPositions } from "../../../src/domain/course-map.ts";
import { decodedChapter, decodedLesson } from "../support/decoded-course.ts";

const lesson = (dbid: number, key: string, subLessons: number[] = []) =>
  decodedLesson(dbid, key, { subLessons });

const all = [
  ...[lesson(1, "paper"), lesson(2, "lines_ml", [21, 22]), lesson(21, "straight")],
  ...[lesson(22, "curved"), lesson(3, "angles"), lesson(4, "task"), lesson(9, "reference")],
];
const lessons = Object.fromEntries(all.map((each) => [each.key, each]));

const menus = [
  decodedChapter("tools", ["paper", "lines_ml"], ["straight", "angles", "absent"]),
  decodedChapter("block", ["task", "curved", "reference"]),
];

const order = [1, 2, 3, 4].map((id) => ({ id }));

const mapWith = (options: Partial<MapOptions>) =>
  courseMap({
    menus,
    lessons,
    order,
    completed: new Set(),
    next: null,
    level: 0,
    ...options,
  });

test("a part that the order of study names itself keeps its own place", () => {
  const places = studyPositions([{ id: 2 }, { id: 1 }, { id: 21 }], lessons);
  expect([2, 21, 22].map((id) => places.get(id))).toEqual([0, 2, 0]);
});

test("the map of a course marks each lesson as done, next, open or closed", () => {
  const map = mapWith({ completed: new Set([1]), next: 2 });
  const entries = map.flatMap(({ sections }) => sections.flatMap((section) => section.lessons));
  const inState = Object.groupBy(entries, ({ state }) => state);
  const keys = (state: keyof typeof inState) => inState[state]?.map(({ lesson }) => lesson.key);
  expect([keys("done"), keys("next")]).toEqual([["paper"], ["lines_ml"]]);
  expect(keys("open")).toEqual(["straight", "curved", "reference"]);
  expect(keys("closed")).toEqual(["angles", "task"]);
});

test("the map of a course counts the completed lessons of each chapter, without those that the product lacks", () => {
  const counts = mapWith({ completed: new Set([1, 21]), next: 2 }).map(({ done, all }) => [
    done,
    all,
  ]);
  expect(counts).toEqual([
    [2, 4],
    [0, 3],
  ]);
});
