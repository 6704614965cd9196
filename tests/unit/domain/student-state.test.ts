import { expect, test } from "vitest";
import { type StudentCourse, studentState } from "../../../src/domain/student-state.ts";
import { schoolDay } from "../../support/day.ts";

const TODAY = schoolDay("2026-11-18");
const NOW = Date.parse("2026-11-18T12:00:00Z");
const DAY = 86_400_000;

const course = (change: Partial<StudentCourse> = {}): StudentCourse => ({
  ...{ from: "2026-01-15", until: null, isActive: true, isFinished: false },
  ...change,
});

const flags = (courses: StudentCourse[], lastStudied: number | null, maySignIn = true) => {
  const registered = "2026-01-15";
  const work = { now: NOW, today: TODAY, registered, courses, lastStudied, maySignIn };
  return Object.entries(studentState(work)).flatMap(([flag, is]) => (is ? [flag] : []));
};

test.each([
  ["studied almost 14 days ago", [course()], 13.99, []],
  ["studied 14 days ago", [course()], 14, ["stuck"]],
  ["never studied", [course()], null, ["stuck"]],
  ["never studied, without a first day", [course({ from: null })], null, ["stuck"]],
  ["finished the course", [course({ isFinished: true })], 100, []],
  ["finished one of two courses", [course({ isFinished: true }), course()], 100, ["stuck"]],
  ["has only a course that ended", [course({ isActive: false, until: "2026-06-01" })], 100, []],
  ["has no course", [], null, []],
  ["began 14 days ago", [course({ from: "2026-11-04" })], null, ["stuck"]],
  ["begins tomorrow", [course({ from: "2026-11-19" })], null, []],
  ["began another course", [course({ isActive: false }), course({ from: "2026-11-15" })], 200, []],
  ["ends in 30 days", [course({ until: "2026-12-18" })], 1, ["ending"]],
  ["ends in 31 days", [course({ until: "2026-12-19" })], 1, []],
])("a tutor is told what matters of a student who %s", (_, courses, daysAgo, expected) => {
  const lastStudied = daysAgo === null ? null : NOW - daysAgo * DAY;
  expect(flags(courses, lastStudied)).toEqual(expected);
});

test("a student who was never invited, and cannot sign in, is not told as without a lesson", () => {
  expect(flags([course()], null, false)).toEqual([]);
});
