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

test("a course begins with the first lesson, and shows its picture", () => {
  expect(outlook([])).toMatchObject({
    done: 0,
    all: 4,
    lesson: { key: "paper" },
    page: 1,
    started: false,
    icon: "paper.svg",
  });
});

test("a course goes on with the lesson after the furthest completed one", () => {
  const found = outlook([1, 2]);
  expect(found).toMatchObject({ done: 2, lesson: { key: "curve" }, started: true });
  expect(found.icon).toBe("curve.svg");
});

test("a course goes on where the person was, until that lesson is completed", () => {
  const lastOpen = { lessonKey: "lines_ml", page: 2 };
  expect(outlook([1], lastOpen)).toMatchObject({ lesson: { key: "lines_ml" }, page: 2 });
  expect(outlook([1, 2], lastOpen)).toMatchObject({ lesson: { key: "curve" }, page: 1 });
  expect(outlook([], { lessonKey: "curved", page: 1 }).lesson?.key).toBe("curved");
  expect(outlook([1], { lessonKey: "lost", page: 3 })).toMatchObject({ page: 1 });
});

test("a course's progress counts lessons of this course only", () => {
  expect(outlook([1, 3, 99])).toMatchObject({ done: 1, all: 4 });
});

test("a course that is finished or empty has no next lesson", () => {
  expect(outlook([1, 2, 5, 6])).toMatchObject({ done: 4, all: 4, lesson: null, icon: "paper.svg" });
  expect(outlook([], null, "PMS")).toMatchObject({ done: 0, all: 0, lesson: null, icon: "" });
});

test("a course shows its first picture if the next lesson has none", () => {
  const { paper } = product.lessons;
  if (!paper) throw new Error("no lesson");
  const lessons = { ...product.lessons, paper: { ...paper, image: "" } };
  expect(outlook([], null, "PMB", { ...product, lessons }).icon).toBe("lines_ml.svg");
});

test("a course shows the picture that the school has chosen, whatever comes next", () => {
  const { PMB } = product.courses;
  if (!PMB) throw new Error("no course");
  const courses = { ...product.courses, PMB: { ...PMB, image: "basics.svg" } };
  expect(outlook([1, 2], null, "PMB", { ...product, courses }).icon).toBe("basics.svg");
});
