import * as v from "valibot";
import { expect, test } from "vitest";
import { product } from "../../../src/contract/content.ts";
import { readingMinutes, sectionPlace } from "../../../src/domain/lesson-facts.ts";
import { lessonReference, packageOf, patternSheet } from "../../../src/domain/lesson-package.ts";
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
  const pictures = (count: number) => '<img data-asset="a.svg" alt="A">'.repeat(count);
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

const sent = (lpackages: unknown) => ({
  key: "PM",
  menu: { menu1: [] },
  lessons: {
    first: { dbid: 1, key: "first" },
    main_ml: { dbid: 2, key: "main_ml", subLessons: [3] },
    part: { dbid: 3, key: "part" },
    other: { dbid: 4, key: "other" },
  },
  courses: { A: { id: 1, lessonsOrder: [1, 2].map((id) => ({ id, package_id: [0, 1, 7][id] })) } },
  lpackages,
});

/** Package and sheet of each lesson, as a client reads them. */
const sheets = (lpackages: unknown, language = "en") => {
  const decoded = v.parse(product, sent(lpackages));
  const [course] = Object.values(decoded.courses);
  if (!course) throw new Error("no course");
  return Object.values(decoded.lessons).map((lesson) => {
    const sheet = patternSheet(decoded, course, lesson, language);
    return `${packageOf(decoded, course, lesson)} ${sheet}`;
  });
};

test("a lesson has the pattern sheet of its package, a part that of its main lesson", () => {
  const lpackages = {
    1: { props: { packageId: 1, pdf: null } },
    7: { props: { packageId: 7, pdf: "skirt.pdf" } },
  };
  expect(sheets(lpackages)).toEqual(["1 ", "7 skirt.pdf", "7 skirt.pdf", "1 "]);
  expect(sheets({ 7: { packageId: 7, pdf: "flat.pdf" } })[1]).toBe("7 flat.pdf");
});

test("a pattern sheet is the one in the person's language, or else the one for everybody", () => {
  const translations = [
    { language: "de", pdf: "skirt.de.pdf" },
    { language: "el", pdf: "" },
  ];
  const lpackages = { 7: { props: { packageId: 7, pdf: "skirt.pdf", translations } } };
  const shown = ["en", "de", "el", "he"].map((each) => sheets(lpackages, each)[1]);
  expect(shown).toEqual(["7 skirt.pdf", "7 skirt.de.pdf", "7 skirt.pdf", "7 skirt.pdf"]);
});

const DAMAGED = [undefined, null, [], "x", { 7: null }, { 7: { pdf: 5 } }];

test.each(DAMAGED)("a school that sends %j as packages has no pattern sheets", (lpackages) => {
  expect(sheets(lpackages)).toEqual(["1 ", "7 ", "7 ", "1 "]);
});

const menus = [{ menu2: [{ lessons: ["paper"] }, { lessons: ["lines_ml"] }] }];

test.each([
  ["a lesson", "paper", {}, { package_id: 7, menu: { menu1: 1, menu2: 1 }, completed: true }],
  ["a part", "curved", { main: { key: "lines_ml" } }, { menu: { menu1: 1, menu2: 2 } }],
  ["a lesson outside the order", "extra", { place: null }, { package_id: 1, menu: null }],
])("a reference to %s tells its package, its place and whether it is done", (_, key, of, told) => {
  const lesson = { dbid: 3, key, title: { en: key } };
  const usual = { main: null, place: { package_id: 7 }, menus, completed: new Set([3]) };
  const reference = lessonReference({ lesson, ...usual, ...of });
  expect(reference).toMatchObject({ id: 3, key, title: { en: key }, ...told });
});
