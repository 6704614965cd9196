import { expect, test } from "vitest";
import {
  planWeek,
  recordCompleted,
  recordSeen,
  studyDay,
  weekOf,
} from "../../../src/domain/study-week.ts";
import type { Weekday } from "../../../src/domain/week-locale.ts";
import { daysIn } from "../../../src/server/days.ts";

const UTC = daysIn<"student">("UTC").of;
const order = [1, 2, 3, 4, 5].map((id) => ({ id }));

test.each<[Weekday, string, string, number]>([
  [1, "2026-11-16", "2026-11-22", 16],
  [7, "2026-11-15", "2026-11-21", 15],
  [6, "2026-11-14", "2026-11-20", 14],
  [5, "2026-11-13", "2026-11-19", 13],
])("a week that starts on day %s contains %s and %s", (weekStart, first, last, day) => {
  const days = Array.from({ length: 7 }, (_, index) => `2026-11-${day + index}`);
  expect([weekOf(first, weekStart), weekOf(last, weekStart)]).toEqual([days, days]);
});

test("a week counts each lesson of the course on the day it was completed", () => {
  const completed = new Map([
    [1, "2026-11-15T23:59:59.000Z"],
    [2, "2026-11-16T00:00:00.000Z"],
    [3, "2026-11-22T23:59:59.000Z"],
    [99, "2026-11-18T10:00:00.000Z"],
  ]);
  const week = { date: "2026-11-18", order, completed, dayOf: UTC, weeklyTarget: 5 };
  const done = (weekStart: Weekday) => studyDay({ ...week, weekStart }).days.map((day) => day.done);
  expect(done(1)).toEqual([1, 0, 0, 0, 0, 0, 1]);
  expect(done(7)).toEqual([1, 1, 0, 0, 0, 0, 0]);
});

const MONDAY = "2026-11-16";
const SATURDAY = "2026-11-21";
const SUNDAY = "2026-11-22";

/** A week with so many lessons done on its first day, unless that is the day, and so many on the day. */
const weekWith = (date: string, before: number, today: number) =>
  weekOf(date, 1).map((day, index) => {
    const done = day === date ? today : index === 0 ? before : 0;
    return { date: day, done };
  });

test.each([
  [MONDAY, 5, 0, 0, 40, 1, [1, 1, 1, 1, 1, 0, 0]],
  [MONDAY, 10, 0, 0, 40, 2, [2, 2, 2, 1, 1, 1, 1]],
  [SATURDAY, 5, 0, 0, 40, 3, [3, 2]],
  [SUNDAY, 5, 1, 0, 40, 4, [4]],
  // The day is done, in part, as asked, or beyond.
  [MONDAY, 5, 0, 1, 39, 1, [0, 1, 1, 1, 1, 0, 0]],
  [MONDAY, 10, 0, 1, 39, 2, [1, 2, 2, 1, 1, 1, 1]],
  [MONDAY, 5, 0, 3, 37, 1, [0, 1, 1, 0, 0, 0, 0]],
  [SATURDAY, 5, 0, 3, 37, 3, [0, 2]],
  [SUNDAY, 5, 1, 4, 36, 4, [0]],
  // More than met, without a target, finished, nearly finished.
  [SUNDAY, 5, 9, 1, 40, 0, [0]],
  [SUNDAY, 0, 0, 0, 40, 0, [0]],
  [SATURDAY, 5, 1, 0, 0, 0, [0, 0]],
  [SATURDAY, 5, 1, 0, 1, 1, [1, 0]],
  [SATURDAY, 5, 1, 1, 0, 1, [0, 0]],
])(
  "on %s with a target of %i, %i done before, %i on the day, %i left: the day asks for %i, to do are %j",
  (date, weeklyTarget, before, today, left, asked, toDo) => {
    const days = weekWith(date, before, today);
    expect(planWeek({ date, weeklyTarget, days, left })).toEqual({ asked, toDo });
  },
);

/** The lessons that a day asks for, of twenty. @param completed when lessons were completed, by their ids */
const lessonsOn = (date: string, completed: Readonly<Record<number, string>>, dayOf = UTC) => {
  const order = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
  const times = new Map(Object.entries(completed).map(([id, at]) => [Number(id), at]));
  return studyDay({ date, order, completed: times, dayOf, weeklyTarget: 14 }).lessons;
};

const EARLIER = "2026-11-01T10:00:00Z";
const ALL_DONE = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, EARLIER]));

test.each([
  ["the next lessons", {}, [1, 2]],
  ["skipped ones after the last one", { 1: EARLIER, 3: EARLIER }, [4, 5]],
  ["skipped ones, in their order", { 1: EARLIER, 20: EARLIER }, [2, 3]],
  ["nothing once all is completed", ALL_DONE, []],
  ["the same lessons once one is done", { 1: `${MONDAY}T08:00:00Z` }, [1, 2]],
  ["the same lessons once more is done", { 1: MONDAY, 2: MONDAY, 3: MONDAY }, [1, 2]],
  ["as many, if another lesson was done", { 1: EARLIER, 3: EARLIER, 2: MONDAY }, [2, 4]],
])("a day asks for %s", (_, completed: Record<number, string>, lessons) => {
  expect(lessonsOn(MONDAY, completed)).toEqual(lessons);
});

test("a day asks for new lessons once it begins, in the student's zone", () => {
  const late = { 1: "2026-11-17T04:00:00Z", 2: "2026-11-17T04:30:00Z" };
  const dayOf = daysIn<"student">("America/Los_Angeles").of;
  expect(lessonsOn(MONDAY, late, dayOf)).toEqual([1, 2]);
  expect(lessonsOn("2026-11-17", late, dayOf)).toEqual([3, 4]);
  // The evening in Los Angeles is the next day in UTC.
  expect(lessonsOn("2026-11-17", late)).toEqual([1, 2, 3]);
});

const MINUTE = 60_000;

test("time between two updates is added up, a pause and an update that arrives late are not", () => {
  const first = recordSeen(undefined, 0);
  const second = recordSeen(first, MINUTE);
  expect(second).toEqual({ opened: 0, completed: null, last_seen: MINUTE, seconds: 60 });
  expect(recordSeen(second, 6 * MINUTE).seconds).toBe(360);
  expect(recordSeen(second, 6 * MINUTE + 1).seconds).toBe(60);
  const late = recordSeen(recordSeen(undefined, 10 * MINUTE), MINUTE);
  expect(late).toMatchObject({ opened: MINUTE, last_seen: 10 * MINUTE, seconds: 0 });
});

test("a lesson is completed at the earliest completion", () => {
  const done = recordCompleted(undefined, 5 * MINUTE);
  const again = [6 * MINUTE, MINUTE].map((time) => recordCompleted(done, time).completed);
  expect(again).toEqual([5 * MINUTE, MINUTE]);
});
