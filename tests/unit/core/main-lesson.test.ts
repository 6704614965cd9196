import { expect, test } from "vitest";
import type { Lesson } from "../../../src/contract/content.ts";
import { isOrphan, searchMainLesson, withSubLessons } from "../../../src/core/main-lesson.ts";
import { Result } from "../../../src/lib/result.ts";
import {
  decodedChapter,
  decodedCourse,
  decodedPages,
  decodedProduct,
  decodedLesson as lesson,
} from "../support/decoded-course.ts";

/** A complete main lesson: the ids of its parts by page and language. */
const whole = (own: Lesson, pagesIn: Record<string, number[][]>): Lesson => ({
  ...own,
  html: {
    languages: Object.fromEntries(
      Object.entries(pagesIn).map(([language, pages]) => [language, decodedPages(...pages)]),
    ),
  },
});

const mains = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => lesson(id, `main${id}_ml`));
const part = lesson(99, "part");

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
  const known = course([lesson(1, "main1_ml", { subLessons: [5] }), ...mains.slice(1)]);
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
  expect(isOrphanOf(lesson(50, "listed"))).toBe(false);
  expect(isOrphanOf(part, { main1_ml: lesson(1, "main1_ml", { subLessons: [99] }) })).toBe(false);
  expect(isOrphanOf(lesson(51, "other_ml"))).toBe(false);
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
  expect(withSubLessons(product, whole(lesson(77, "strange_ml"), { en: [[99]] }))).toBe(product);
});
