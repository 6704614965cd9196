import { expect, test } from "vitest";
import { getLesson, getProducts, getSkeleton } from "../../../src/contract/content.ts";
import { decode } from "./decode.ts";

const page = { title: "Lines", html: "<p>Draw.</p>", subLessons: [{ subLessonId: 8 }] };

const fields = {
  dbid: 7,
  key: "lines_ml",
  title: { en: "Lines", he: "קווים" },
  image: "lines.svg",
  type: "text",
  hasAssignment: true,
  hasAssignmentImage: false,
  html: { languages: { en: { pages: [page] } } },
};

const lessonOf = (sent: unknown) => decode(getLesson, { lesson: sent })?.lesson;

test("a lesson is read flat and under props", () => {
  const flat = lessonOf(fields);
  expect(flat).toMatchObject(fields);
  expect(lessonOf({ props: fields })).toEqual(flat);
  const { html, ...props } = fields;
  expect(lessonOf({ props, html })).toEqual(flat);
});

const pagesOf = (pages: unknown) => ({ html: { languages: { en: { pages } } } });

test("a lesson needs only an id and a key", () => {
  expect(lessonOf({ dbid: "7", key: "lines" })).toEqual({
    ...{ dbid: 7, key: "lines", title: {}, image: "", type: "", subLessons: [], html: null },
    ...{ hasAssignment: false, hasAssignmentImage: false },
  });
});

test("a lesson may name its parts by ids as text, with titles of any form", () => {
  const subLessons = [
    { subLessonId: "8", title: { en: "One" } },
    { subLessonId: 9, title: null },
    { subLessonId: "s-1", title: "Three" },
  ];
  const lesson = lessonOf({ ...fields, ...pagesOf([{ ...page, subLessons }]) });
  const [first] = lesson?.html?.languages.en?.pages ?? [];
  expect(first?.subLessons.map((sub) => sub.subLessonId)).toEqual([8, 9, "s-1"]);
});

test.each<[string, object, object]>([
  ["an unknown type and fields", { type: "hologram", mood: { of: [] } }, { type: "hologram" }],
  ["a plain text as its title", { title: "Lines" }, { title: { en: "Lines" } }],
  ["a number as its title", { title: 7 }, { title: {} }],
  ["no title in one language", { title: { en: "Lines", he: null } }, { title: { en: "Lines" } }],
  ["no html", { html: undefined }, { html: null }],
  ["no languages", { html: {} }, { html: { languages: {} } }],
  ["null for pages", pagesOf(null), pagesOf([])],
  [
    "a page of nulls",
    pagesOf([{ title: null, html: null, subLessons: null }]),
    pagesOf([{ title: "", html: "", subLessons: [] }]),
  ],
])("a lesson with %s is read", (_, change, expected) => {
  const lesson = lessonOf({ ...fields, ...change });
  expect(lesson).toMatchObject(expected);
  expect(lesson).not.toHaveProperty("mood");
});

test.each([
  ["no id", { key: "lines" }],
  ["text in place of html", { ...fields, html: "<p>" }],
  ["text in place of pages", { ...fields, ...pagesOf("one") }],
  ["no object", "lines"],
])("a lesson with %s is invalid", (_, sent) => {
  expect(lessonOf(sent)).toBeUndefined();
});

const section = { title: "First", w: 120, h: 90, translations: [], lessons: ["lines_ml"] };
const entry = { key: "a", title: "Lines", descr: "All of them", translations: [] };
const course = { id: 3, title: "Basics", translations: [], weeklyTarget: 4 };
const flat = {
  id: 1,
  key: "PM",
  title: "Patterns",
  translations: [],
  menu: { menu1: [{ ...entry, menu2: [section] }] },
  lessons: { lines_ml: fields },
  courses: { PMB: { ...course, visibles: ["a"], lessonsOrder: [{ id: 7, package_id: 2 }] } },
  courseOrder: ["PMB"],
};
const read = (sent: unknown) => decode(getSkeleton, { product: sent })?.product;

test("a product is read", () => {
  expect(read(flat)).toMatchObject(flat);
});

test("a product may lack translations, orders, package ids and the size of a section's pictures", () => {
  const courses = { PMB: { id: 3, lessonsOrder: [{ id: 7 }, { id: 8, package_id: null }] } };
  const bare = read({ key: "PM", menu: { menu1: null }, lessons: {}, courses });
  expect(bare).toMatchObject({ id: 0, title: "", translations: [], courseOrder: [] });
  expect(bare?.courses.PMB).toEqual({
    ...{ id: 3, title: "", translations: [], weeklyTarget: 0, image: "", visibles: [] },
    lessonsOrder: [7, 8].map((id) => ({ id, package_id: 1 })),
  });
  const { w: _, h: __, ...sizeless } = section;
  const sent = { ...flat, menu: { menu1: [{ ...entry, menu2: [sizeless] }] } };
  expect(read(sent)?.menu.menu1[0]?.menu2[0]).toMatchObject({ w: null, h: null });
});

test("a product without lessons, courses or menus is invalid", () => {
  const lacking = [{ lessons: undefined }, { courses: null }, { menu: undefined }];
  const sent = [null, ...lacking.map((change) => ({ ...flat, ...change }))];
  expect(sent.map(read)).toEqual(sent.map(() => undefined));
});

test("the list of products may lack translations, and ids may be text", () => {
  const cds = [
    { id: "1", cd: "PM", title: "Patterns", translations: null, colour: "blue" },
    { id: 2, cd: "SW", title: null },
  ];
  expect(decode(getProducts, { cds })).toEqual({
    cds: [
      { id: 1, cd: "PM", title: "Patterns", translations: [] },
      { id: 2, cd: "SW", title: "", translations: [] },
    ],
  });
  expect(decode(getProducts, { cds: null })).toEqual({ cds: [] });
  expect(decode(getProducts, "PM")).toBeNull();
});
