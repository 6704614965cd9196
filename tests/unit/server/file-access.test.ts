import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Reader } from "../../../src/server/accounts/session/access.ts";
import type { Catalogue } from "../../../src/server/content/catalogue.ts";
import type { CatalogueFile } from "../../../src/server/content/catalogue-files.ts";
import { daysIn } from "../../../src/server/days.ts";
import { asSecret, createHandle } from "../../../src/server/secrets.ts";
import type { Services } from "../../../src/server/services.ts";
import { FileAccess } from "../../../src/server/store/serve/file-access.ts";
import { fileUses } from "../../../src/server/store/serve/file-uses.ts";
import { readerState } from "../../../src/server/study/reading.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const lesson = (dbid: number, key: string, assets: string[], image = "") => ({
  lesson: { dbid, key, image, title: { en: key } },
  assets: new Map([["en", assets]]),
  mainLessonId: null as number | null,
});

const TYPES = { svg: "image/svg+xml", webm: "video/webm", pdf: "application/pdf" };
const FILES = [
  ...["asset first.svg", "asset second.svg", "asset third.webm", "asset extra.svg"],
  ...["asset unused.svg", "asset sheet.pdf", "asset sheet.he.pdf", "asset poster.pdf"],
  ...["icon one.svg", "icon three.svg", "icon part.svg"],
  ...["assignment task.svg", "assignment task.pdf", "glossary dart.svg"],
];

/**
 * The content of a small school, with what the rules of files and lessons read. The product PM has
 * two courses: 11 with the lessons one, two and three, and 12 with the lesson two and the tile of
 * three. Three is the main lesson of part. The lesson extra is in no course. The product SW is empty.
 */
const smallCatalogue = (): Catalogue => {
  const entries = [
    lesson(3, "three", ["first.svg", "third.webm"], "three.svg"),
    lesson(1, "one", ["first.svg", "missing.svg"], "one.svg"),
    lesson(2, "two", ["second.svg", "second.svg"]),
    { ...lesson(4, "part", ["second.svg"], "part.svg"), mainLessonId: 3 },
    lesson(5, "extra", ["extra.svg"]),
  ];
  const translations = [{ language: "he", pdf: "sheet.he.pdf" }];
  const lpackages = {
    5: { props: { pdf: "sheet.pdf", translations } },
    6: { props: { pdf: "poster.pdf" } },
  };
  const product = {
    ...{ key: "PM", data: { lpackages }, courses: [] as object[] },
    lessons: new Map(entries.map((entry) => [entry.lesson.key, entry])),
  };
  for (const entry of entries) Object.assign(entry, { product });
  /** @param order the lessons in their order of study, each with its package */
  const courseOf = (id: number, order: object, lpackages: number[], menu: string[][]) => ({
    key: String(id),
    product,
    course: {
      ...{ props: { id }, lpackages },
      lessonsOrder: Object.entries(order).map(([own, package_id]) => ({ id: +own, package_id })),
    },
    menus: [{ menu2: menu.map((lessons) => ({ lessons })) }],
  });
  const first = courseOf(11, { 1: 1, 2: 5, 3: 5 }, [5, 6, 7], [["one", "two", "three"]]);
  const second = courseOf(12, { 2: 5 }, [], [["two"], ["three"]]);
  product.courses.push(first, second);
  const files = new Map(
    FILES.map((name) => {
      const type = TYPES[path.extname(name).slice(1) as keyof typeof TYPES];
      return [name, { type, size: 1, checksum: name }];
    }),
  );
  return {
    products: new Map<string, object>([
      ["PM", product],
      ["SW", { key: "SW", data: { lpackages: {} }, lessons: new Map(), courses: [] }],
    ]),
    lessons: new Map(entries.map((entry) => [entry.lesson.dbid, entry])),
    courses: new Map([first, second].map((entry) => [entry.course.props.id, entry])),
    assignments: new Map([
      [1, { image: null, instructions: null }],
      [3, { image: "task.svg", instructions: "task.pdf" }],
    ]),
    schoolDays: daysIn("UTC"),
    glossaryImages: ["dart.svg", "missing.svg"],
    file: (kind: string, product: string, title: string) =>
      product.toUpperCase() === (kind === "glossary" ? "" : "PM")
        ? files.get(`${kind} ${title}`)
        : undefined,
  } as unknown as Catalogue;
};

const message = "You may open no lesson with this file";
const REFUSED = { status: 403, code: "session/not_allowed", message };
const NOW = Date.parse("2026-11-18T12:00:00.000Z");

let store: TemporaryDatabase;
let catalogue: { current: Catalogue };
let services: Services;
let access: FileAccess;
let student: number;
beforeEach(async () => {
  store = await openTemporaryDatabase();
  catalogue = { current: smallCatalogue() };
  const { database } = store;
  services = { catalogue, database, clock: () => NOW } as unknown as Services;
  access = new FileAccess(services);
  student = await store.addPerson();
  await subscribe(student, 11);
});

const subscribe = (account_id: number, course_id: number) =>
  store.insert("subscription", {
    ...{ account_id, course_id, exp_date: null, sub_date: "2026-01-01", sub_months: 12 },
  });
const unsubscribe = () => store.database.write((db) => db.deleteFrom("subscription").execute());

const handIn = (account_id: number, lesson_id: number) =>
  store.insert("upload", {
    ...{ account_id, lesson_id, created: NOW, comment: "", state: "uploaded", latest: 1 },
    ...{ feedback: null, feedback_at: null, tutor: null },
  });

const person = (accountId: number, level = 0) =>
  ({ kind: "person", person: { accountId, level } }) as Reader;
const licence = (accountId: number | null, courses: number[] | null = null): Reader => ({
  kind: "licence",
  licence: { activationId: asSecret(""), handle: createHandle(), accountId, courses },
});

const file = (name: string): CatalogueFile => {
  const [kind, title = ""] = name.split(" ");
  const found = catalogue.current.file(kind as "asset", kind === "glossary" ? "" : "PM", title);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};
const ask = (reader: Reader, ...names: string[]) => access.allowed(reader, names.map(file));
/** Whether the reader's rights were known without a query. */
const isKnown = (reader: Reader, name = "asset first.svg"): boolean => {
  const answer = ask(reader, name);
  if (!(answer instanceof Promise)) return true;
  answer.catch(() => {});
  return false;
};

test("a file is the first of those that the reader may have", async () => {
  const names = ["asset second.svg", "asset first.svg", "glossary dart.svg"];
  expect(await ask(person(student), ...names)).toBe(file("asset first.svg"));
});

test("a file is given to tutors without a question, also if nothing names it", async () => {
  expect(ask(person(student, 10), "asset unused.svg")).toBe(file("asset unused.svg"));
  await expect(ask(person(student, 9), "asset unused.svg")).rejects.toMatchObject(REFUSED);
  await expect(ask(licence(null), "asset unused.svg")).rejects.toMatchObject(REFUSED);
});

test("a file of an assignment stays with who has handed it in", async () => {
  await handIn(student, 3);
  await unsubscribe();
  expect(await ask(person(student), "assignment task.pdf")).toBe(file("assignment task.pdf"));
  await expect(ask(licence(student), "assignment task.pdf")).rejects.toMatchObject(REFUSED);
  const other = person(await store.addPerson());
  await expect(ask(other, "assignment task.pdf")).rejects.toMatchObject(REFUSED);
});

test("what a reader may have is asked again for new content", async () => {
  const reader = person(student);
  await ask(reader, "asset first.svg");
  catalogue.current = smallCatalogue();
  expect(isKnown(reader)).toBe(false);
});

test("what a reader may have is known from the lesson that was just read", async () => {
  const reader = person(student);
  const reading = await readerState(services, store.database.read, reader);
  access.remember(reader, reading);
  expect(isKnown(reader)).toBe(true);
  for (const name of ["asset second.svg", "assignment task.pdf"]) {
    access.remember(reader, reading);
    await expect(ask(reader, name)).rejects.toMatchObject(REFUSED);
  }
});

test("what a reader may have is known for a person and for the licence of that person apart", async () => {
  await ask(licence(student), "asset third.webm");
  expect(isKnown(licence(student), "asset third.webm")).toBe(true);
  await expect(ask(person(student), "asset third.webm")).rejects.toMatchObject(REFUSED);
  const other = await store.addPerson();
  await expect(ask(licence(other), "asset third.webm")).rejects.toMatchObject(REFUSED);
});

const uses = fileUses(smallCatalogue());
const byName = new Map([...uses].map(([file, use]) => [file.checksum, use]));
const collectedUse = (name: string) => {
  const use = byName.get(name);
  return use && { ...use, courses: Object.fromEntries(use.courses) };
};
const use = (courses: Record<number, number>, more = {}) => ({
  ...{ isInGlossary: false, courses, assignments: new Set(), ...more },
});

test.each([
  ["asset first.svg, by the first of its lessons in each course", { 11: 0 }],
  ["asset second.svg, in both courses, by a part in its main lesson's place", { 11: 1, 12: 0 }],
  ["asset third.webm, by a lesson alone", { 11: 2 }],
  ["asset extra.svg, by a lesson outside of the courses, at any time", { 11: -1, 12: -1 }],
  ["asset sheet.pdf, by the first lesson of its package", { 11: 1 }],
  ["asset sheet.he.pdf, the same sheet in another language", { 11: 1 }],
  ["asset poster.pdf, by a package without lessons, at any time", { 11: -1 }],
  ["icon one.svg, which is the picture of the course, also after its last day", { 11: -2 }],
  ["icon three.svg, in a course that only shows its tile too", { 11: -1, 12: -1 }],
  ["icon part.svg, of a part, in the course of its main lesson", { 11: -1 }],
])("the content names the %s", (title, courses) => {
  expect(collectedUse(title.split(",")[0] ?? "")).toEqual(use(courses));
});

test("the content names the files of an assignment, which stay open for who has handed it in", () => {
  const expected = use({ 11: 2 }, { assignments: new Set([3]) });
  expect(collectedUse("assignment task.svg")).toEqual(expected);
  expect(collectedUse("assignment task.pdf")).toEqual(expected);
});

test("the glossary's pictures are in no course, and a file that nothing names has no place", () => {
  expect(collectedUse("glossary dart.svg")).toEqual(use({}, { isInGlossary: true }));
  expect(collectedUse("asset unused.svg")).toBeUndefined();
  expect(byName.size).toBe(13);
});
