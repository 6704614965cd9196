import * as v from "valibot";
import { expect, test } from "vitest";
import { product } from "../../../src/contract/content.ts";
import { lessonReference, packageOf, patternSheet } from "../../../src/domain/lesson-package.ts";

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
  return Object.values(decoded.lessons).map((lesson) => [
    packageOf(decoded, course, lesson),
    patternSheet(decoded, course, lesson, language),
  ]);
};

test("a lesson has the pattern sheet of its package, a part that of its main lesson", () => {
  const lpackages = {
    1: { props: { packageId: 1, pdf: null } },
    7: { props: { packageId: 7, pdf: "skirt.pdf" } },
  };
  expect(sheets(lpackages)).toEqual([
    [1, ""],
    [7, "skirt.pdf"],
    [7, "skirt.pdf"],
    [1, ""],
  ]);
  expect(sheets({ 7: { packageId: 7, pdf: "flat.pdf" } })[1]).toEqual([7, "flat.pdf"]);
});

test("a pattern sheet is the one in the person's language, or else the one for everybody", () => {
  const translations = [
    { language: "de", pdf: "skirt.de.pdf" },
    { language: "el", pdf: "" },
  ];
  const lpackages = { 7: { props: { packageId: 7, pdf: "skirt.pdf", translations } } };
  const shown = ["en", "de", "el", "he"].map((each) => sheets(lpackages, each)[1]?.[1]);
  expect(shown).toEqual(["skirt.pdf", "skirt.de.pdf", "skirt.pdf", "skirt.pdf"]);
});

const DAMAGED = [undefined, null, [], "x", { 7: null }, { 7: { pdf: 5 } }];

test.each(DAMAGED)("a school that sends %j as packages has no pattern sheets", (lpackages) => {
  expect(sheets(lpackages).map(([, sheet]) => sheet)).toEqual(["", "", "", ""]);
});

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

test.each([
  ["a lesson", "paper", {}, { package_id: 7, menu: { menu1: 1, menu2: 1 }, completed: true }],
  ["a part", "curved", { main: { key: "lines_ml" } }, { menu: { menu1: 1, menu2: 2 } }],
  ["a lesson outside the order", "extra", { place: null }, { package_id: 1, menu: null }],
])("a reference to %s tells its package, its place and whether it is done", (_, key, of, told) => {
  expect(referenceOf(key, of)).toMatchObject({ id: 3, key, title: { en: key }, ...told });
});
