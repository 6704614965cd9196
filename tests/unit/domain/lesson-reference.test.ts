import { expect, test } from "vitest";
import { lessonReference } from "../../../src/domain/lesson-package.ts";

const menus = [{ menu2: [{ lessons: ["paper"] }, { lessons: ["lines_ml"] }] }];

const referenceOf = (key: string, change: object = {}) =>
  lessonReference({
    lesson: { dbid: 3, key, title: { en: key } },
    main: null,
    place: { package_id: 7 },
    menus,
    completed: new Set([3]),
    ...change,
  });

test("a reference to a lesson tells its package, its place in the menus and whether it is done", () => {
  expect(referenceOf("paper")).toEqual({
    id: 3,
    key: "paper",
    title: { en: "paper" },
    package_id: 7,
    menu: { menu1: 1, menu2: 1 },
    completed: true,
  });
});

test("a part has the place of its main lesson, a lesson outside the order the first package", () => {
  expect(referenceOf("curved", { main: { key: "lines_ml" } }).menu).toEqual({ menu1: 1, menu2: 2 });
  expect(referenceOf("extra", { place: null, completed: new Set() })).toMatchObject({
    package_id: 1,
    menu: null,
    completed: false,
  });
});
