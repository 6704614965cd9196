import { expect, test } from "vitest";
import { coursePath, lessonPath, placePath } from "../../../src/app-context/links.ts";

test("the address of a course and of a lesson leaves out the first page", () => {
  expect(coursePath("PM", "PMB")).toBe("/lessons/PM/PMB");
  expect(lessonPath("PM", "PMB", "lines_ml")).toBe("/lessons/PM/PMB/lines_ml");
  expect(lessonPath("PM", "PMB", "lines_ml", 1)).toBe("/lessons/PM/PMB/lines_ml");
  expect(lessonPath("PM", "PMB", "lines_ml", 2)).toBe("/lessons/PM/PMB/lines_ml?page=2");
});

test("the address keeps each key in one segment, whatever it contains", () => {
  const path = lessonPath("P/M", "a?b", "ג#c", 3);
  expect(path.split("?")[0]?.split("/").map(decodeURIComponent)).toEqual([
    "",
    "lessons",
    "P/M",
    "a?b",
    "ג#c",
  ]);
});

const place = { productKey: "PM", courseKey: "PMB", lessonKey: "lines_ml", page: 2 };

test("the address of a stored place is the lesson at its page, or the course", () => {
  expect(placePath(place)).toBe("/lessons/PM/PMB/lines_ml?page=2");
  expect(placePath({ ...place, lessonKey: null })).toBe("/lessons/PM/PMB");
});

test.each([{ productKey: null }, { courseKey: null }])("%j leads to Main", (part) => {
  expect(placePath({ ...place, ...part })).toBeNull();
});
