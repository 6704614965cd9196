import { expect, test } from "vitest";
import { courseMap, type MapOptions, studyPositions } from "../../../src/domain/course-map.ts";
import { decodedChapter, decodedLesson } from "../support/decoded-course.ts";

const lesson = (dbid: number, key: string, subLessons: number[] = []) =>
  decodedLesson(dbid, key, { subLessons });

const all = [
  lesson(1, "paper"),
  lesson(2, "lines_ml", [21, 22]),
  lesson(21, "straight"),
  lesson(22, "curved"),
  lesson(3, "angles"),
  lesson(4, "task"),
  lesson(9, "reference"),
];

const menus = [
  decodedChapter("tools", ["paper", "lines_ml"], ["straight", "angles", "absent"]),
  decodedChapter("block", ["task", "curved", "reference"]),
];

const order = [1, 2, 3, 4].map((id) => ({ id }));

const mapWith = (options: Partial<MapOptions>) =>
  courseMap({
    menus,
    lessons: Object.fromEntries(all.map((entry) => [entry.key, entry])),
    order,
    completed: new Set(),
    next: null,
    level: 0,
    ...options,
  });

const statesOf = (map: ReturnType<typeof courseMap>) =>
  Object.fromEntries(
    map.flatMap(({ sections }) =>
      sections.flatMap(({ lessons }) =>
        lessons.map((entry) => [entry.lesson.key, entry.state] as const),
      ),
    ),
  );

test("a part that the order of study names itself keeps its own place", () => {
  const lessons = Object.fromEntries(all.map((each) => [each.key, each]));
  const places = studyPositions([{ id: 2 }, { id: 1 }, { id: 21 }], lessons);
  expect([2, 21, 22].map((id) => places.get(id))).toEqual([0, 2, 0]);
});

test("the map of a course marks each lesson as done, next, open or closed", () => {
  expect(statesOf(mapWith({ completed: new Set([1]), next: 2 }))).toEqual({
    paper: "done",
    lines_ml: "next",
    straight: "open",
    angles: "closed",
    task: "closed",
    curved: "open",
    reference: "open",
  });
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
