import * as v from "valibot";
import { expect, test } from "vitest";
import { product } from "../../../src/contract/content.ts";
import { readingMinutes, sectionPlace } from "../../../src/domain/lesson-facts.ts";
import { skeleton } from "../support/small-course.ts";

const words = (count: number, word = "seam") => `<p>${`${word} `.repeat(count)}</p>`;
const minutes = (html: string, language = "en") => readingMinutes([{ html }], language);

test("the reading time counts the words of all pages, at the pace of the language", () => {
  expect(minutes(words(228 * 4))).toBe(4);
  expect(readingMinutes([{ html: words(228) }, { html: words(228 * 2) }], "en")).toBe(3);
  expect(minutes(words(187 * 4, "תפר"), "he")).toBe(4);
  expect(minutes(words(208 * 4, "ραφή"), "el")).toBe(4);
  expect(minutes(words(166 * 4, "dikiş"), "tr")).toBe(4);
  // The average pace, for a language that was not measured.
  expect(minutes(words(184 * 5, "шов"), "uk")).toBe(5);
});

test("the reading time grows with each picture, less with each further one", () => {
  const pictures = (count: number) =>
    '<figure><img data-asset="a.svg" alt="A"></figure>'.repeat(count);
  // 12 + 11 + 10 + … + 3 seconds for the first ten, and 3 for each further one.
  expect(minutes(pictures(10))).toBe(1);
  expect(minutes(pictures(25))).toBe(2);
  expect(minutes(words(228 * 2) + pictures(5))).toBe(3);
});

test.each([
  ["neither tags nor entities", `<p>${'<a class="b c">seam</a>&nbsp;'.repeat(228)}</p>`, 1],
  ["a word with an apostrophe once", words(228 * 2, "d’une"), 2],
  ["a word with a hyphen once", words(228 * 2, "well-fitting"), 2],
  ["a number with a decimal point once", words(228 * 2, "1.5"), 2],
  ["at least a minute", "<p>Cut.</p>", 1],
])("the reading time counts %s", (_, html, expected) => {
  expect(minutes(html)).toBe(expected);
});

const { menu, lessons } = v.parse(product, skeleton);
const place = (key: string, of = lessons) => {
  const found = sectionPlace(menu.menu1, of, key);
  return found && [found.section.title, found.number, found.all];
};

test("a lesson's place is its number among the lessons of its section that the product has", () => {
  expect(place("paper")).toEqual(["Paper", 1, 2]);
  expect(place("lines_ml")).toEqual(["Paper", 2, 2]);
  expect(place("straight")).toBeNull();
  const { paper: _, ...others } = lessons;
  expect(place("lines_ml", others)).toEqual(["Paper", 1, 1]);
});
