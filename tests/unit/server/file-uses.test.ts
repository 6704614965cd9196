import { expect, test } from "vitest";
import { fileUses } from "../../../src/server/store/serve/file-uses.ts";
import { smallCatalogue } from "./support/small-catalogue.ts";

const uses = fileUses(smallCatalogue());
const byName = new Map([...uses].map(([file, use]) => [file.checksum, use]));
const collectedUse = (name: string) => {
  const use = byName.get(name);
  return use && { ...use, courses: Object.fromEntries(use.courses) };
};
const use = (courses: Record<number, number>, more = {}) => ({
  isInGlossary: false,
  courses,
  assignments: new Set(),
  ...more,
});

test.each([
  ["asset first.svg, by the first of its lessons in each course", { 11: 0 }],
  [
    "asset second.svg, in both courses, by a part at the place of its main lesson",
    { 11: 1, 12: 0 },
  ],
  ["asset third.webm, by a lesson alone", { 11: 2 }],
  ["asset extra.svg, by a lesson outside of the courses, at any time", { 11: -1, 12: -1 }],
  ["asset sheet.pdf, by the first lesson of its package", { 11: 1 }],
  ["asset sheet.he.pdf, the same sheet in another language", { 11: 1 }],
  ["asset poster.pdf, by a package without lessons, at any time", { 11: -1 }],
  ["icon one.svg, which is the picture of the course, also after its last day", { 11: -2 }],
  ["icon three.svg, in a course that only shows its tile too", { 11: -1, 12: -1 }],
  ["icon part.svg, of a part, in the course of its main lesson", { 11: -1 }],
])("the content names the %s", (title, courses) => {
  expect(collectedUse(title.split(",")[0] ?? "")).toEqual(use(courses));
});

test("the content names the files of an assignment, which stay open for who has handed it in", () => {
  const expected = use({ 11: 2 }, { assignments: new Set([3]) });
  expect(collectedUse("assignment task.svg")).toEqual(expected);
  expect(collectedUse("assignment task.pdf")).toEqual(expected);
});

test("the glossary's pictures are in no course, and a file that nothing names has no place", () => {
  expect(collectedUse("glossary dart.svg")).toEqual(use({}, { isInGlossary: true }));
  expect(collectedUse("asset unused.svg")).toBeUndefined();
  expect(byName.size).toBe(13);
});
