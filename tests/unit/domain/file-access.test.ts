import { expect, test } from "vitest";
import {
  AFTER_END,
  ALWAYS_OPEN,
  type FileReader,
  mayReadFile,
} from "../../../src/domain/file-access.ts";

const reader = ({
  courses = {},
  handedIn = [],
  everything = false,
}: {
  courses?: Record<string, number>;
  handedIn?: number[];
  everything?: boolean;
}): FileReader => ({
  everything,
  courses: new Map(Object.entries(courses)),
  handedIn: new Set(handedIn),
});

const use = ({
  courses = {},
  assignments = [],
  isInGlossary = false,
}: {
  courses?: Record<string, number>;
  assignments?: number[];
  isInGlossary?: boolean;
}) => ({
  isInGlossary,
  courses: new Map(Object.entries(courses)),
  assignments: new Set(assignments),
});

const EVERY = Number.POSITIVE_INFINITY;

test.each<[string, Parameters<typeof reader>[0], Parameters<typeof use>[0], boolean]>([
  ["a picture of the next lesson", { courses: { A: 3 } }, { courses: { A: 3 } }, true],
  ["a picture of an earlier lesson", { courses: { A: 3 } }, { courses: { A: 1 } }, true],
  ["a picture of a later lesson", { courses: { A: 3 } }, { courses: { A: 4 } }, false],
  [
    "a picture of the first lesson of a new course",
    { courses: { A: 0 } },
    { courses: { A: 0 } },
    true,
  ],
  ["a picture of another course", { courses: { A: EVERY } }, { courses: { B: 0 } }, false],
  [
    "a picture of two courses, in the own one",
    { courses: { B: 2 } },
    { courses: { A: 0, B: 2 } },
    true,
  ],
  [
    "a picture of two courses, later in the own one",
    { courses: { B: 2 } },
    { courses: { A: 0, B: 3 } },
    false,
  ],
  [
    "a picture of the second own course",
    { courses: { A: 0, B: 5 } },
    { courses: { A: 9, B: 5 } },
    true,
  ],
  [
    "a picture of a lesson outside the order",
    { courses: { A: 0 } },
    { courses: { A: ALWAYS_OPEN } },
    true,
  ],
  ["a tile of another course", { courses: { A: EVERY } }, { courses: { B: ALWAYS_OPEN } }, false],
  [
    "the picture of a course that has ended",
    { courses: { A: AFTER_END } },
    { courses: { A: AFTER_END } },
    true,
  ],
  [
    "a tile of a course that has ended",
    { courses: { A: AFTER_END } },
    { courses: { A: ALWAYS_OPEN } },
    false,
  ],
  [
    "the last picture, when all lessons are open",
    { courses: { A: EVERY } },
    { courses: { A: 999 } },
    true,
  ],
  [
    "the sheet of an assignment that was handed in",
    { handedIn: [7] },
    { courses: { A: 9 }, assignments: [7] },
    true,
  ],
  [
    "the sheet of another assignment",
    { handedIn: [8] },
    { courses: { A: 9 }, assignments: [7] },
    false,
  ],
  ["the sheet of two assignments, one handed in", { handedIn: [8] }, { assignments: [7, 8] }, true],
  ["a term's picture, without a course", {}, { isInGlossary: true }, true],
  ["any picture, without a course", {}, { courses: { A: ALWAYS_OPEN } }, false],
  ["any picture, as a tutor", { everything: true }, { courses: { A: 9 } }, true],
])("a file of the content is given by the lessons that name it: %s", (_, by, named, given) => {
  expect(mayReadFile(reader(by), use(named))).toBe(given);
});

test("a file of the content that nothing names is given to tutors alone", () => {
  expect(mayReadFile(reader({ courses: { A: EVERY } }), undefined)).toBe(false);
  expect(mayReadFile(reader({ everything: true }), undefined)).toBe(true);
});
