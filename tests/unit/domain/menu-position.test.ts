import { expect, test } from "vitest";
import type { Lesson, Product } from "../../../src/contract/content.ts";
import type { Id } from "../../../src/contract/wire.ts";
import {
  courseOf,
  lessonOf,
  mainLessonOf,
  positionOf,
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

/** A main lesson with pages, each naming its sub-lessons. */
const withPages = (...pages: Id[][]): Partial<Lesson> => ({
  html: { languages: { en: decodedPages(...pages) } },
});

const product = (fields: Partial<Product> = {}): Product =>
  decodedProduct({
    menu: { menu1: [menu1("a", ["one", "two"], ["three"]), menu1("b", ["four"]), menu1("c")] },
    courses: { PMB: decodedCourse() },
    ...fields,
  });

test("a course is found by its key in any case; an unknown one is not", () => {
  const own = product();
  expect([courseOf(own, "PMB"), courseOf(own, "pmb")]).toEqual([own.courses.PMB, own.courses.PMB]);
  expect([courseOf(own, "PMX"), courseOf(own, "PM")]).toEqual([null, null]);
});

test.each([
  ["all of them if it names none", [], ["a", "b", "c"]],
  ["those it names, in its own order", ["c", "a"], ["c", "a"]],
  ["none that the product does not have", ["x", "b"], ["b"]],
])("the menus that a course shows are %s", (_, visibles, keys) => {
  expect(visibleMenus(product().menu.menu1, visibles).map(({ key }) => key)).toEqual(keys);
});

const own = product({
  lessons: { Lines_ml: lesson(7, "Lines_ml"), "12": lesson(8, "12"), sew: lesson("s-1", "sew") },
});

test.each([
  ["its key", "Lines_ml", 7],
  ["its key in another case", "lines_ML", 7],
  ["its id as text", "7", 7],
  ["an id of letters", "s-1", "s-1"],
  ["its key, before another's id", "12", 8],
])("a lesson is found by %s", (_, name, id) => {
  expect(lessonOf(own, name)?.dbid).toBe(id);
});

test.each(["nowhere", "", "constructor", "__proto__"])("no lesson has the name %j", (name) => {
  expect(lessonOf(own, name)).toBeNull();
});

const { menu } = own;
const onlyB = visibleMenus(menu.menu1, ["b"]);

test.each([
  ["starts at one", menu.menu1, "one", { menu1: 1, menu2: 1 }],
  ["counts sections", menu.menu1, "three", { menu1: 1, menu2: 2 }],
  ["counts chapters", menu.menu1, "four", { menu1: 2, menu2: 1 }],
  ["counts only what the course shows", onlyB, "four", { menu1: 1, menu2: 1 }],
  ["is missing for a chapter that the course does not show", onlyB, "one", null],
  ["is missing for a lesson in no section", menu.menu1, "hidden", null],
])("a lesson's position in the menus %s", (_, menus, key, position) => {
  expect(positionOf(menus, key)).toEqual(position);
});

test.each<[string, Partial<Lesson>, Id[]]>([
  ["in its list", { subLessons: [2, 3] }, [2, 3]],
  ["or else on its pages", withPages([2], [], [3, 4]), [2, 3, 4]],
  ["none without languages", { html: { languages: {} } }, []],
])("the sub-lessons of a main lesson are %s", (_, fields, parts) => {
  expect(subLessonsOf(lesson(1, "a_ml", fields))).toEqual(parts);
});

const withParts = product({
  lessons: {
    a_ml: lesson(1, "a_ml", { subLessons: [5] }),
    b_ml: lesson(2, "b_ml", withPages([6])),
    plain: lesson(3, "plain", { subLessons: [7] }),
  },
});

test.each([
  ["found by the list", 5, "a_ml"],
  ["found by the pages", 6, "b_ml"],
  ["missing for a lesson of another kind", 1, undefined],
  ["missing for a part of a lesson without _ml", 7, undefined],
  ["missing for an unknown lesson", 99, undefined],
])("the main lesson of a sub-lesson is %s", (_, id, key) => {
  expect(mainLessonOf(withParts, id)?.key).toBe(key);
});
