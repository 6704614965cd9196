import * as v from "valibot";
import { expect, test } from "vitest";
import { product } from "../../../src/contract/content.ts";
import { sectionPlace } from "../../../src/domain/lesson-facts.ts";
import { skeleton } from "../support/small-course.ts";

const { menu, lessons } = v.parse(product, skeleton);
const place = (key: string, of = lessons) => {
  const found = sectionPlace(menu.menu1, of, key);
  return found && [found.section.title, found.number, found.all];
};

test("a lesson's place is its number among the lessons of its section", () => {
  expect(place("paper")).toEqual(["Paper", 1, 2]);
  expect(place("lines_ml")).toEqual(["Paper", 2, 2]);
  expect(place("dart")).toEqual(["Darts", 1, 1]);
});

test("a lesson that no section lists has no place", () => {
  expect(place("straight")).toBeNull();
});

test("a lesson's place counts no lesson that the product does not have", () => {
  const { paper: _, ...others } = lessons;
  expect(place("lines_ml", others)).toEqual(["Paper", 1, 1]);
});
