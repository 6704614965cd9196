import * as v from "valibot";
import { expect, test } from "vitest";
import { product as productSchema } from "../../../src/contract/content.ts";
import { courseOutlook } from "../../../src/domain/course-outlook.ts";
import { skeleton } from "../support/small-course.ts";

const product = v.parse(productSchema, skeleton);

const outlook = (
  done: number[],
  lastOpen: { lessonKey: string; page: number } | null = null,
  courseKey: "PMB" | "PMS" = "PMB",
  of = product,
) => {
  const course = of.courses[courseKey];
  if (!course) throw new Error("no course");
  return courseOutlook({ product: of, course, completed: new Set(done), lastOpen });
};

const at = (lessonKey: string, page: number) => ({ lessonKey, page });

test.each<[string, number[], ReturnType<typeof at> | null, string, number]>([
  ["begins with the first lesson", [], null, "paper", 1],
  ["goes on with the lesson after the furthest completed one", [1, 2], null, "curve", 1],
  ["goes on where the person was", [1], at("lines_ml", 2), "lines_ml", 2],
  ["goes on after where the person was", [1, 2], at("lines_ml", 2), "curve", 1],
  ["goes on in a part", [], at("curved", 1), "curved", 1],
  ["goes on at the first page after a lesson that is gone", [1], at("lost", 3), "lines_ml", 1],
])("a course %s", (_, done, lastOpen, key, page) => {
  expect(outlook(done, lastOpen)).toMatchObject({ lesson: { key }, page });
});

test("a course shows its progress and the picture of the next lesson", () => {
  const started = { all: 4, started: true };
  expect(outlook([])).toMatchObject({ done: 0, all: 4, started: false, icon: "paper.svg" });
  expect(outlook([1, 2])).toMatchObject({ ...started, done: 2, icon: "curve.svg" });
  // Lessons of this course only.
  expect(outlook([1, 3, 99])).toMatchObject({ ...started, done: 1 });
});

test("a course that is finished or empty has no next lesson", () => {
  expect(outlook([1, 2, 5, 6])).toMatchObject({ done: 4, all: 4, lesson: null, icon: "paper.svg" });
  expect(outlook([], null, "PMS")).toMatchObject({ done: 0, all: 0, lesson: null, icon: "" });
});

test("a course shows the picture that the school has chosen, whatever comes next", () => {
  const { PMB } = product.courses;
  if (!PMB) throw new Error("no course");
  const courses = { ...product.courses, PMB: { ...PMB, image: "basics.svg" } };
  expect(outlook([1, 2], null, "PMB", { ...product, courses }).icon).toBe("basics.svg");
});
