import { expect, test } from "vitest";
import type { Lesson, Product } from "../../../src/contract/content.ts";
import type { Id } from "../../../src/contract/wire.ts";
import {
  courseOf,
  lessonOf,
  mainLessonOf,
  positionOf,
  sameKey,
  subLessonsOf,
  visibleMenus,
} from "../../../src/domain/menu-position.ts";
import {
  decodedCourse,
  decodedPages,
  decodedProduct,
  decodedLesson as lesson,
  decodedChapter as menu1,
} from "../support/decoded-course.ts";

/** A main lesson with pages in a language, each naming its sub-lessons. */
const withPages = (language: string, ...pages: Id[][]): Partial<Lesson> => ({
  html: { languages: { [language]: decodedPages(...pages) } },
});

const product = (fields: Partial<Product> = {}): Product =>
  decodedProduct({
    menu: { menu1: [menu1("a", ["one", "two"], ["three"]), menu1("b", ["four"]), menu1("c")] },
    courses: { PMB: decodedCourse() },
    ...fields,
  });

test("keys are equal in any case, and only then", () => {
  expect(sameKey("PMB", "pmb")).toBe(true);
  expect(sameKey("PMB", "PM")).toBe(false);
});

test("a course is found by its key in any case; an unknown one is not", () => {
  const own = product();
  expect(courseOf(own, "PMB")).toBe(own.courses.PMB);
  expect(courseOf(own, "pmb")).toBe(own.courses.PMB);
  expect(courseOf(product(), "PMX")).toBeNull();
  expect(courseOf(product({ courses: {} }), "PMB")).toBeNull();
});

const keys = (visibles: string[]) =>
  visibleMenus(product().menu.menu1, visibles).map(({ key }) => key);

test("the menus that a course shows are all of them if it names none", () =>
  expect(keys([])).toEqual(["a", "b", "c"]));
test("the menus that a course shows are those it names, in its own order", () =>
  expect(keys(["c", "a"])).toEqual(["c", "a"]));
test("the menus that a course shows skip those that the product does not have", () =>
  expect(keys(["x", "b"])).toEqual(["b"]));

const own = product({
  lessons: { Lines_ml: lesson(7, "Lines_ml"), "12": lesson(8, "12"), sew: lesson("s-1", "sew") },
});

test("a lesson is found by its key, in any case", () => {
  expect(lessonOf(own, "Lines_ml")?.dbid).toBe(7);
  expect(lessonOf(own, "lines_ML")?.dbid).toBe(7);
});

test("a lesson is found by its id as text", () => {
  expect(lessonOf(own, "7")?.key).toBe("Lines_ml");
  expect(lessonOf(own, "s-1")?.key).toBe("sew");
});

test("a lesson's key counts before an id", () => expect(lessonOf(own, "12")?.dbid).toBe(8));

test.each(["nowhere", "", "constructor", "__proto__"])("no lesson has the name %j", (name) => {
  expect(lessonOf(own, name)).toBeNull();
});

test("an empty product has no lesson", () => {
  expect(lessonOf(product(), "7")).toBeNull();
});

const { menu } = product();

test("a lesson's position in the menus starts at one in both menus", () => {
  expect(positionOf(menu.menu1, "one")).toEqual({ menu1: 1, menu2: 1 });
  expect(positionOf(menu.menu1, "three")).toEqual({ menu1: 1, menu2: 2 });
  expect(positionOf(menu.menu1, "four")).toEqual({ menu1: 2, menu2: 1 });
});

test("a lesson's position in the menus counts only what the course shows", () => {
  expect(positionOf(visibleMenus(product().menu.menu1, ["b"]), "four")).toEqual({
    menu1: 1,
    menu2: 1,
  });
  expect(positionOf(visibleMenus(product().menu.menu1, ["b"]), "one")).toBeNull();
});

test("a lesson's position in the menus is missing for a lesson in no section, and in empty menus", () => {
  expect(positionOf(menu.menu1, "hidden")).toBeNull();
  expect(positionOf([], "one")).toBeNull();
});

test("the sub-lessons of a main lesson are in its list, or else on its pages", () => {
  expect(subLessonsOf(lesson(1, "a_ml", { subLessons: [2, 3] }))).toEqual([2, 3]);
  expect(subLessonsOf(lesson(1, "a_ml", withPages("en", [2], [], [3, 4])))).toEqual([2, 3, 4]);
});

test("the sub-lessons of a main lesson are empty if nothing names them", () => {
  expect(subLessonsOf(lesson(1, "a_ml"))).toEqual([]);
  expect(subLessonsOf(lesson(1, "a_ml", { html: { languages: {} } }))).toEqual([]);
});

const withParts = product({
  lessons: {
    a_ml: lesson(1, "a_ml", { subLessons: [5] }),
    b_ml: lesson(2, "b_ml", withPages("en", [6])),
    plain: lesson(3, "plain", { subLessons: [7] }),
  },
});

test("the main lesson of a sub-lesson is found by the list and by the pages", () => {
  expect(mainLessonOf(withParts, 5)?.key).toBe("a_ml");
  expect(mainLessonOf(withParts, 6)?.key).toBe("b_ml");
});

test("the main lesson of a sub-lesson is missing for any other id, and a lesson without _ml is no main lesson", () => {
  expect(mainLessonOf(withParts, 1)).toBeNull();
  expect(mainLessonOf(withParts, 7)).toBeNull();
  expect(mainLessonOf(withParts, 99)).toBeNull();
  expect(mainLessonOf(product(), 5)).toBeNull();
});
