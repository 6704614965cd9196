import * as v from "valibot";
import { expect, test } from "vitest";
import { type Course, type Lesson, product as schema } from "../../../src/contract/content.ts";
import { courseOutlook } from "../../../src/domain/course-outlook.ts";
import {
  courseById,
  coursesOfLesson,
  createAccessCheck,
  nextLessons,
  previousLessons,
  todaysClass,
} from "../../../src/domain/course-status.ts";
import { daysIn } from "../../../src/server/days.ts";
import { skeleton } from "../support/small-course.ts";

const product = v.parse(schema, skeleton);
const placed = courseById([product], "10");
if (!placed) throw new Error("no course");

const keys = (references: readonly { key: string }[]) => references.map(({ key }) => key);
const done = (lessonId: number, completed: string | null, lastSeen = 0) => ({
  ...{ lessonId, completed, lastSeen },
});

test("a student's standing in a course contains the lesson that was opened last in that course", () => {
  const studied = [done(99, null, 9), done(1, null, 1), done(3, null, 2)];
  const [last] = previousLessons(placed, studied);
  // A part has the place of its main lesson.
  expect(last).toMatchObject({ key: "straight", menu: { menu1: 1, menu2: 1 }, package_id: 1 });
});

test("a student's standing in a course contains no lesson of another course", () => {
  const skirts = courseById([product], 11);
  expect(skirts && previousLessons(skirts, [done(1, null, 1)])).toEqual([]);
});

const AT = "2026-03-01T00:00:00Z";

test.each([
  ["at the beginning when nothing is studied", [], ["paper"]],
  ["with a lesson that was opened, but not completed", [done(1, null, 5)], ["paper"]],
  ["nowhere when all is completed", [1, 2, 5, 6].map((id) => done(id, AT)), []],
])("a student goes on in a course %s", (_, studied, next) => {
  expect(keys(nextLessons(placed, studied))).toEqual(next);
});

test("a student's standing in a course contains the lessons to study today to meet the week's target", () => {
  const now = Date.parse("2026-03-04T12:00:00Z");
  const studied = [done(1, "2026-03-03T00:00:00Z"), done(2, "2026-02-20T00:00:00Z")];
  const today = todaysClass(placed, studied, { now, dayOf: daysIn<"student">("UTC").of });
  expect(today).toMatchObject({ date: "2026-03-04", weeklyTarget: 3, doneThisWeek: 1 });
  expect(today.assignments).toEqual([]);
  expect(keys(today.lessons)).toEqual(["curve"]);
  expect(today.days?.[1]).toEqual({ date: "2026-03-03", done: 1 });
});

const open = (completed: number[], level = 0) => {
  const isOpen = createAccessCheck(product, new Set(completed), level);
  return Object.values(product.lessons)
    .filter(isOpen)
    .map(({ key }) => key);
};

test("the access rule of a whole product opens lessons up to the next one, parts with their main lesson", () => {
  expect(open([])).toEqual(["paper"]);
  expect(open([1])).toEqual(["paper", "lines_ml", "straight", "curved"]);
  expect(open([1, 2])).toContain("curve");
  expect(open([1, 2, 5, 6])).toHaveLength(6);
  expect(open([], 100)).toHaveLength(6);
});

const { PMB, PMS } = product.courses;
const { paper } = product.lessons;
const second = { ...PMB, lessonsOrder: PMB?.lessonsOrder.toReversed() };
const extra = { ...paper, dbid: 77, key: "extra" };

test.each([
  ["that one of its courses opens", { courses: { PMB, second } }, ["paper", "dart"]],
  ["outside the order", { courses: { PMB }, lessons: { paper, extra } }, ["paper", "extra"]],
  ["that no course names", { courses: { PMS } }, Object.keys(product.lessons)],
])("the access rule of a whole product opens a lesson %s", (_, change, opened) => {
  const changed = { ...product, ...change } as unknown as typeof product;
  const isOpen = createAccessCheck(changed, new Set(), 0);
  expect(keys(Object.values(changed.lessons).filter(isOpen))).toEqual(opened);
});

test.each([
  ["that contain it", 1, [10]],
  ["that contain its main lesson", 3, [10]],
  ["or else to all", 99, [10, 11, 12]],
])("a lesson belongs to the courses %s", (_, dbid, courses) => {
  const lesson = Object.values(product.lessons).find((each) => each.dbid === dbid);
  const found = coursesOfLesson(product, lesson ?? ({ ...extra, dbid } as Lesson));
  expect(found.map(({ id }) => id)).toEqual(courses);
});

const at = (lessonKey: string, page: number) => ({ lessonKey, page });

const outlook = (
  done: number[],
  lastOpen: ReturnType<typeof at> | null = null,
  course: Course | undefined = PMB,
) => {
  if (!course) throw new Error("no course");
  return courseOutlook({ product, course, completed: new Set(done), lastOpen });
};

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
  expect(outlook([], null, PMS)).toMatchObject({ done: 0, all: 0, lesson: null, icon: "" });
});

test("a course shows the picture that the school has chosen, whatever comes next", () => {
  const course = PMB && { ...PMB, image: "basics.svg" };
  expect(outlook([1, 2], null, course).icon).toBe("basics.svg");
});
