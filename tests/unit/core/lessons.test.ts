import { expect, test } from "vitest";
import type { Lesson } from "../../../src/contract/content.ts";
import { lessonText } from "../../../src/core/lessons.ts";
import { isOrphan, searchMainLesson, withSubLessons } from "../../../src/core/main-lesson.ts";
import { Result } from "../../../src/lib/result.ts";
import {
  decodedChapter,
  decodedCourse,
  decodedLesson,
  decodedPages,
  decodedProduct,
} from "../support/decoded-course.ts";
import { openSignedIn } from "../support/open-app.ts";
import { lessonOf } from "../support/small-course.ts";

const PAPER = "GET /products/PM/lessons/paper";

test("a lesson is fetched once, however its address is written, until its content is replaced; and again after a failure", async () => {
  const { lessons, school } = await openSignedIn();
  const [first, again] = [lessons.load("PM", "paper"), lessons.load("PM", "paper")];
  expect(await first).toMatchObject({ ok: true, value: { dbid: 1, key: "paper" } });
  expect(await again).toEqual(await first);
  expect(await lessons.load("pm", "PAPER")).toEqual(await first);
  expect(school.count(PAPER)).toBe(1);
  // The content has been replaced.
  lessons.clear();
  school.answer(PAPER, () => new Response("", { status: 500 }));
  expect(await lessons.load("PM", "paper")).toMatchObject({ ok: false });
  school.usual(PAPER);
  expect(await lessons.load("PM", "paper")).toMatchObject({ ok: true });
});

test("a lesson is fetched in the language of the interface, and again in another", async () => {
  const app = await openSignedIn();
  const asked: (string | undefined)[] = [];
  app.school.answer(PAPER, (context) => {
    asked.push(context.req.query("language"));
    return context.json({ lesson: lessonOf("paper") });
  });
  await app.lessons.load("PM", "paper");
  await app.language.select("he");
  await app.lessons.load("PM", "paper");
  await app.language.select("en");
  await app.lessons.load("PM", "paper");
  expect(asked).toEqual(["en", "he"]);
});

const failing = async (answer: (() => Response) | null) => {
  const { lessons, school } = await openSignedIn();
  if (answer) school.answer(PAPER, answer);
  else school.network.up = false;
  const result = await lessons.load("PM", "paper");
  return result.ok ? null : result.failure;
};

const problem = (status: number, code: string) => () => Response.json({ code }, { status });
const lesson = (fields: object) => () =>
  Response.json({ lesson: { ...lessonOf("paper"), ...fields } });
const page = { title: "Empty", html: " ", subLessons: [] };

test.each([
  ["closed by the access rule", problem(403, "lesson/not_active"), "not-active"],
  ["of an expired course", problem(403, "course/expired"), "expired"],
  ["that the school does not know", problem(404, "lesson/not_found"), "unknown-lesson"],
  ["without a network", null, "no-connection"],
  ["at a failing server", () => new Response("", { status: 500 }), "no-connection"],
  ["behind a captive portal", () => new Response("<p>Wi-Fi</p>"), "no-connection"],
  ["in place of another thing", () => Response.json({ lesson: { key: 7 } }), "invalid-content"],
  ["without html", lesson({ html: null }), "no-content"],
  ["of blank pages", lesson({ html: { languages: { en: { pages: [page] } } } }), "no-content"],
])("a lesson is not shown: %s", async (_, answer, kind) => {
  expect(await failing(answer)).toMatchObject({ kind });
});

const pages = (html: string, subLessonId?: number) => ({
  pages: [{ title: "", html, subLessons: subLessonId ? [{ subLessonId }] : [] }],
});
const HE = pages("עברית");
const EN = pages("English");

test.each([
  ["the requested language", { he: HE, en: EN }, "he", "he"],
  ["English if it is not in the requested one", { he: HE, en: EN }, "de", "en"],
  ["any language if it is not in English either", { he: HE }, "de", "he"],
  ["English if the requested one is blank", { he: pages(" \n"), en: EN }, "he", "en"],
  ["English if the requested one has no page", { he: { pages: [] }, en: EN }, "he", "en"],
  ["a language of which it has only parts", { en: pages("", 3) }, "en", "en"],
  ["no language", {}, "en", undefined],
])("the text of a lesson is in %s", (_, languages, language, expected) => {
  const text = lessonText({ html: { languages } } as unknown as Lesson, language);
  expect(text?.language).toBe(expected);
});

/** A complete main lesson: the ids of its parts by page and language. */
const whole = (own: Lesson, parts: Record<string, number[][]>): Lesson => {
  const pages = Object.entries(parts).map(([language, ids]) => [language, decodedPages(...ids)]);
  return { ...own, html: { languages: Object.fromEntries(pages) } };
};

const mains = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => decodedLesson(id, `main${id}_ml`));
const part = decodedLesson(99, "part");

const course = (lessons: readonly Lesson[] = mains) => ({
  product: decodedProduct({
    lessons: Object.fromEntries([...lessons, part].map((own) => [own.key, own])),
  }),
  menus: [decodedChapter("a", ["main1_ml", "listed"])],
  course: decodedCourse({ lessonsOrder: lessons.map(({ dbid }) => ({ id: dbid, package_id: 1 })) }),
});

/** A search that records what it fetches. */
const search = async (
  has: (key: string) => number[][],
  options: Partial<Parameters<typeof searchMainLesson>[0]> = {},
) => {
  const read: string[] = [];
  const found = await searchMainLesson({
    selection: course(),
    id: part.dbid,
    isOpen: () => true,
    isCancelled: () => false,
    async load(key) {
      read.push(key);
      await new Promise(setImmediate);
      const own = mains.find((main) => main.key === key);
      return own ? Result.ok(whole(own, { en: has(key) })) : Result.fail("absent");
    },
    ...options,
  });
  return { found: found?.key ?? null, read };
};

test("the search for a sub-lesson's main lesson finds it on any page and in any language, also if others cannot be fetched", async () => {
  const { found } = await search((key) => (key === "main3_ml" ? [[5], [6, 99]] : [[5]]));
  expect(found).toBe("main3_ml");
  const hebrew = await search(() => [], {
    load: async (key) =>
      key === "main8_ml"
        ? Result.ok(whole(mains[7] as Lesson, { en: [[5]], he: [[99]] }))
        : Result.fail("unreachable"),
  });
  expect(hebrew.found).toBe("main8_ml");
});

test("the search for a sub-lesson's main lesson fetches none after it is found or no longer needed", async () => {
  const { read } = await search((key) => (key === "main1_ml" ? [[99]] : []));
  expect(read.length).toBeLessThan(mains.length);
  const vain = await search(() => []);
  expect([vain.found, vain.read.length]).toEqual([null, mains.length]);
  expect((await search(() => [], { isCancelled: () => true })).read).toHaveLength(4);
});

test("the search for a sub-lesson's main lesson skips closed main lessons, and those whose parts are known", async () => {
  const known = course([decodedLesson(1, "main1_ml", { subLessons: [5] }), ...mains.slice(1)]);
  const { read } = await search(() => [], { selection: known, isOpen: ({ dbid }) => dbid !== 2 });
  expect(read).not.toContain("main1_ml");
  expect(read).not.toContain("main2_ml");
  expect(read).toContain("main3_ml");
});

const { product, ...shown } = course();
const isOrphanOf = (own: Lesson, lessons = {}) =>
  isOrphan({ ...shown, product: { ...product, lessons } }, own);

test("the main lesson is searched when no menu and no main lesson contains the lesson, which is none itself", () => {
  expect(isOrphanOf(part)).toBe(true);
  expect(isOrphanOf(decodedLesson(50, "listed"))).toBe(false);
  const main1_ml = decodedLesson(1, "main1_ml", { subLessons: [99] });
  expect(isOrphanOf(part, { main1_ml })).toBe(false);
  expect(isOrphanOf(decodedLesson(51, "other_ml"))).toBe(false);
});

const main = whole(mains[0] as Lesson, { en: [[99], [98, 99]] });

test("the parts that a main lesson names are stored with the course, once each", () => {
  const learned = withSubLessons(product, main);
  expect(learned.lessons.main1_ml?.subLessons).toEqual([99, 98]);
  expect(product.lessons.main1_ml?.subLessons).toEqual([]);
});

test("the parts that a main lesson names change nothing when they are known, when there are none, or for another course", () => {
  const known = withSubLessons(product, main);
  expect(withSubLessons(known, main)).toBe(known);
  expect(withSubLessons(product, whole(mains[0] as Lesson, { en: [[]] }))).toBe(product);
  expect(withSubLessons(product, mains[0] as Lesson)).toBe(product);
  const strange = whole(decodedLesson(77, "strange_ml"), { en: [[99]] });
  expect(withSubLessons(product, strange)).toBe(product);
});
