import { expect, test } from "vitest";
import type { Lesson, Product } from "../../../src/contract/content.ts";
import type { Id } from "../../../src/contract/wire.ts";
import { courseMap, studyPositions } from "../../../src/domain/course-map.ts";
import {
  courseOf,
  lessonOf,
  mainLessonOf,
  positionOf,
  subLessonsOf,
  visibleMenus,
} from "../../../src/domain/menu-position.ts";
import {
  decodedChapter as chapter,
  decodedCourse,
  decodedPages,
  decodedProduct,
  decodedLesson as lesson,
} from "../support/decoded-course.ts";

const all = [
  ...[lesson(1, "paper"), lesson(2, "lines_ml", { subLessons: [21, 22] }), lesson(21, "straight")],
  ...[lesson(22, "curved"), lesson(3, "angles"), lesson(4, "task"), lesson(9, "reference")],
];
const lessons = Object.fromEntries(all.map((each) => [each.key, each]));

const menus = [
  chapter("tools", ["paper", "lines_ml"], ["straight", "angles", "absent"]),
  chapter("block", ["task", "curved", "reference"]),
];

const order = [1, 2, 3, 4].map((id) => ({ id }));

const mapWith = (completed: number[]) =>
  courseMap({ menus, lessons, order, completed: new Set(completed), next: 2, level: 0 });

test("a part that the order of study names itself keeps its own place", () => {
  const places = studyPositions([{ id: 2 }, { id: 1 }, { id: 21 }], lessons);
  expect([2, 21, 22].map((id) => places.get(id))).toEqual([0, 2, 0]);
});

test("the map of a course marks each lesson as done, next, open or closed", () => {
  const entries = mapWith([1]).flatMap(({ sections }) => sections.flatMap((part) => part.lessons));
  const inState = Object.groupBy(entries, ({ state }) => state);
  const keys = (state: keyof typeof inState) => inState[state]?.map(({ lesson }) => lesson.key);
  expect([keys("done"), keys("next")]).toEqual([["paper"], ["lines_ml"]]);
  expect(keys("open")).toEqual(["straight", "curved", "reference"]);
  expect(keys("closed")).toEqual(["angles", "task"]);
});

test("the map of a course counts the completed lessons of each chapter, without those that the product lacks", () => {
  const counts = mapWith([1, 21]).map(({ done, all }) => `${done} of ${all}`);
  expect(counts).toEqual(["2 of 4", "0 of 3"]);
});

/** A main lesson with pages, each naming its sub-lessons. */
const withPages = (...pages: Id[][]): Partial<Lesson> => ({
  html: { languages: { en: decodedPages(...pages) } },
});

const menu1 = [chapter("a", ["one", "two"], ["three"]), chapter("b", ["four"]), chapter("c")];
const product = (fields: Partial<Product> = {}): Product =>
  decodedProduct({ menu: { menu1 }, courses: { PMB: decodedCourse() }, ...fields });

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
  expect(visibleMenus(menu1, visibles).map(({ key }) => key)).toEqual(keys);
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

const onlyB = visibleMenus(menu1, ["b"]);

test.each([
  ["starts at one", menu1, "one", { menu1: 1, menu2: 1 }],
  ["counts sections", menu1, "three", { menu1: 1, menu2: 2 }],
  ["counts chapters", menu1, "four", { menu1: 2, menu2: 1 }],
  ["counts only what the course shows", onlyB, "four", { menu1: 1, menu2: 1 }],
  ["is missing for a chapter that the course does not show", onlyB, "one", null],
  ["is missing for a lesson in no section", menu1, "hidden", null],
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
