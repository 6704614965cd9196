import { expect, test } from "vitest";
import { AFTER_END, ALWAYS_OPEN, mayReadFile } from "../../../src/domain/file-access.ts";

type Courses = Record<string, number>;

const reader = (courses: Courses = {}, { handedIn = [] as number[], everything = false } = {}) => ({
  everything,
  courses: new Map(Object.entries(courses)),
  handedIn: new Set(handedIn),
});
const use = (courses: Courses = {}, assignments: number[] = [], isInGlossary = false) => ({
  isInGlossary,
  courses: new Map(Object.entries(courses)),
  assignments: new Set(assignments),
});

const EVERY = Number.POSITIVE_INFINITY;
const TUTOR = { everything: true };

test.each<[string, reads: Courses, names: Courses, boolean]>([
  ["a picture of the next lesson", { A: 3 }, { A: 3 }, true],
  ["a picture of a later lesson", { A: 3 }, { A: 4 }, false],
  ["a picture of the first lesson of a new course", { A: 0 }, { A: 0 }, true],
  ["a picture of another course", { A: EVERY }, { B: 0 }, false],
  ["a picture of two courses, later in the own one", { B: 2 }, { A: 0, B: 3 }, false],
  ["a picture of a lesson outside the order", { A: 0 }, { A: ALWAYS_OPEN }, true],
  ["a tile of a course that has ended", { A: AFTER_END }, { A: ALWAYS_OPEN }, false],
  ["a tile of another course", { A: EVERY }, { B: ALWAYS_OPEN }, false],
  ["the picture of a course that has ended", { A: AFTER_END }, { A: AFTER_END }, true],
  ["any picture, without a course", {}, { A: ALWAYS_OPEN }, false],
])("a file of a course is given by its lessons: %s", (_, reads, names, given) => {
  expect(mayReadFile(reader(reads), use(names))).toBe(given);
});

test.each([
  ["handed in", 7, [7], true],
  ["not handed in", 8, [7], false],
  ["of two assignments, one handed in", 8, [7, 8], true],
])("the sheet of an assignment is given to who has handed it in: %s", (_, by, named, given) => {
  expect(mayReadFile(reader({}, { handedIn: [by] }), use({ A: 9 }, named))).toBe(given);
});

test("a term's picture is given to everybody, and any picture to a tutor", () => {
  expect(mayReadFile(reader(), use({}, [], true))).toBe(true);
  expect(mayReadFile(reader({}, TUTOR), use({ A: 9 }))).toBe(true);
});

test("a file of the content that nothing names is given to tutors alone", () => {
  expect(mayReadFile(reader({ A: EVERY }), undefined)).toBe(false);
  expect(mayReadFile(reader({}, TUTOR), undefined)).toBe(true);
});
