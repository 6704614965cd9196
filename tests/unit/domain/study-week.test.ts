import { expect, test } from "vitest";
import {
  doneByDay,
  lessonsByDay,
  lessonsToStudy,
  recordCompleted,
  recordSeen,
  weekOf,
} from "../../../src/domain/study-week.ts";
import { daysIn } from "../../../src/server/days.ts";

const order = [1, 2, 3, 4, 5].map((id) => ({ id }));

test.each(["2026-11-16", "2026-11-18", "2026-11-22"])("a week with %s starts on Monday", (date) => {
  expect(weekOf(date)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
});

test.each([
  [7, "2026-11-15", "2026-11-21", 15],
  [6, "2026-11-14", "2026-11-20", 14],
  [5, "2026-11-13", "2026-11-19", 13],
])("a week that starts on day %i contains %s and %s", (weekStart, first, last, day) => {
  const days = Array.from({ length: 7 }, (_, index) => `2026-11-${day + index}`);
  expect(weekOf(first, weekStart)).toEqual(days);
  expect(weekOf(last, weekStart)).toEqual(days);
});

test("a week counts each lesson of the course on the day it was completed", () => {
  const completed = new Map([
    [1, "2026-11-15T23:59:59.000Z"],
    [2, "2026-11-16T00:00:00.000Z"],
    [3, "2026-11-22T23:59:59.000Z"],
    [99, "2026-11-18T10:00:00.000Z"],
  ]);
  const week = { date: "2026-11-18", order, completed, dayOf: daysIn<"student">("UTC").of };
  const days = doneByDay(week);
  expect(days.map(({ done }) => done)).toEqual([1, 0, 0, 0, 0, 0, 1]);
  const sunday = doneByDay({ ...week, weekStart: 7 });
  expect(sunday.map(({ done }) => done)).toEqual([1, 1, 0, 0, 0, 0, 0]);
});

const MONDAY = "2026-11-16";
const SATURDAY = "2026-11-21";
const SUNDAY = "2026-11-22";

test.each([
  [MONDAY, 5, 0, 40, [1, 1, 1, 1, 1, 0, 0]],
  [MONDAY, 1, 0, 40, [1, 0, 0, 0, 0, 0, 0]],
  [MONDAY, 10, 0, 40, [2, 2, 2, 1, 1, 1, 1]],
  [SATURDAY, 5, 0, 40, [3, 2]],
  [SUNDAY, 5, 1, 40, [4]],
  // Met, more than met, without a target, finished, nearly finished.
  [SUNDAY, 5, 5, 40, [0]],
  [SUNDAY, 5, 9, 40, [0]],
  [SUNDAY, 0, 0, 40, [0]],
  [SATURDAY, 5, 1, 0, [0, 0]],
  [SATURDAY, 5, 1, 1, [1, 0]],
])(
  "lessons by day on %s with a target of %i, %i done, %i left: %j",
  (date, weeklyTarget, done, left, days) => {
    expect(lessonsByDay({ date, weeklyTarget, doneThisWeek: done, left })).toEqual(days);
  },
);

test("the lessons proposed for each remaining day end with the week, on whichever day it started", () => {
  const week = { weeklyTarget: 5, doneThisWeek: 0, left: 40 };
  expect(lessonsByDay({ ...week, date: SUNDAY, weekStart: 7 })).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(lessonsByDay({ ...week, date: SATURDAY, weekStart: 7 })).toEqual([5]);
  expect(lessonsByDay({ ...week, date: SATURDAY, weekStart: 6 })).toHaveLength(7);
});

test("the lessons proposed for each remaining day start with the next lesson, and return to skipped ones", () => {
  expect(lessonsToStudy(order, new Set([1, 3]))).toEqual([4, 5, 2]);
  expect(lessonsToStudy(order, new Set([1, 5]))).toEqual([2, 3, 4]);
  expect(lessonsToStudy(order, new Set())).toEqual([1, 2, 3, 4, 5]);
  expect(lessonsToStudy(order, new Set([1, 2, 3, 4, 5]))).toEqual([]);
});

const MINUTE = 60_000;

test("time between two updates is added up, a pause is not", () => {
  const first = recordSeen(undefined, 0);
  const second = recordSeen(first, MINUTE);
  expect(second).toEqual({ opened: 0, completed: null, last_seen: MINUTE, seconds: 60 });
  expect(recordSeen(second, 6 * MINUTE).seconds).toBe(360);
  expect(recordSeen(second, 6 * MINUTE + 1).seconds).toBe(60);
});

test("updates that arrive late change neither the last time nor the sum", () => {
  const later = recordSeen(undefined, 10 * MINUTE);
  const late = recordSeen(later, MINUTE);
  expect(late).toMatchObject({ opened: MINUTE, last_seen: 10 * MINUTE, seconds: 0 });
});

test("a lesson is completed at the earliest completion", () => {
  const done = recordCompleted(undefined, 5 * MINUTE);
  expect(recordCompleted(done, 6 * MINUTE).completed).toBe(5 * MINUTE);
  expect(recordCompleted(done, MINUTE).completed).toBe(MINUTE);
});
