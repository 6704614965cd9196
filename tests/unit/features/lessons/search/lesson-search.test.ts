import { expect, test } from "vitest";
import {
  createLessonSearch,
  createTitleSearch,
  NOTHING_FOUND,
} from "../../../../../src/features/lessons/search/lesson-search.ts";
import { openSignedIn } from "../../../support/open-app.ts";
import { openAsked } from "../../../support/open-transport.ts";
import { skeleton } from "../../../support/small-course.ts";

const open = (answer: () => Response) => {
  const { send, asked } = openAsked(answer);
  const search = createLessonSearch(send);
  const find = (q: string, before?: string) =>
    search.find("PM", q, "he", new AbortController().signal, before);
  const params = (name: string) => asked.map(({ url }) => url.searchParams.get(name));
  return { find, asked, params };
};

test("the texts of a product are searched, page by page", async () => {
  const found = { lesson_id: 1, key: "paper", excerpt: "Paper" };
  const { find, params } = open(() => Response.json({ results: [found], cursor: "7" }));
  const results = [{ ...found, page: 1, language: "en" }];
  expect(await find("נייר & co")).toEqual({ ok: true, value: { results, cursor: "7" } });
  await find("נייר & co", "7");
  expect(params("before")).toEqual([null, "7"]);
  expect(params("q")[0]).toBe("נייר & co");
});

test("a query that is too long is cut, and invalid text in it is repaired", async () => {
  const { find, params } = open(() => Response.json({ results: [] }));
  await find(`${"x".repeat(300)}`);
  await find("a\ud800");
  expect(params("q")).toEqual(["x".repeat(200), "a\ufffd"]);
});

test.each([404, 405, 501])("a school that answers %i is not asked again", async (status) => {
  const { find, asked } = open(() => Response.json({ code: "x" }, { status }));
  expect(await find("a")).toEqual({ ok: true, value: NOTHING_FOUND });
  expect(await find("b")).toEqual({ ok: true, value: NOTHING_FOUND });
  expect(asked).toHaveLength(1);
});

/** The titles of the whole course PMB, where all lessons of the given keys are open. */
const openTitles = async (isOpen: (key: string) => boolean = () => true) => {
  const { study, courses, school } = await openSignedIn();
  const [tools, darts] = skeleton.menu.menu1;
  const translations = [{ language: "he", title: "כלים", descr: "" }];
  const menu1 = [{ ...tools, props: { ...tools?.props, translations } }, darts];
  const { lessons } = skeleton;
  const titled = { ...lessons.dart, title: { en: "dart", de: "Abnäher" } };
  const product = { ...skeleton, menu: { menu1 }, lessons: { ...lessons, dart: titled } };
  school.answerWith("GET /products/PM/skeleton", { product });
  await courses.load();
  await study.ensure("PM", "PMB");
  const { selection } = study.state;
  if (!selection) throw new Error("no course is selected");
  const search = createTitleSearch(selection, ({ key }) => isOpen(key));
  const find = (query: string) =>
    search.find(query).map((found) => {
      const { menu1, menu2 } = found.place;
      return `${found.kind === "lesson" ? found.key : "section"} ${menu1}.${menu2}`;
    });
  return { ...search, find };
};

test("a search without words lists all lessons and then all sections, with their places", async () => {
  const { find } = await openTitles();
  expect(find("")).toEqual([
    ...["paper 1.1", "lines_ml 1.1", "straight 1.1", "curved 1.1", "curve 1.2", "dart 2.1"],
    ...["section 1.1", "section 1.2", "section 2.1"],
  ]);
});

test("titles in any language find lessons, also inside a main lesson, and a chapter's title its sections", async () => {
  const { find } = await openTitles();
  expect(find("abnaher")).toEqual(["dart 2.1"]);
  expect(find("curved")).toEqual(["curved 1.1"]);
  expect(find("curves")).toEqual(["section 1.2"]);
  expect(find("tools")).toEqual(["section 1.1", "section 1.2"]);
  expect(find("כלים")).toEqual(find("tools"));
  expect(find("darts")).toEqual(["section 2.1"]);
});

test("a closed lesson is not found, nor the parts of a closed main lesson", async () => {
  const { find, lesson } = await openTitles((key) => key !== "lines_ml" && key !== "dart");
  expect(find("dart")).toEqual(["section 2.1"]);
  expect(find("straight")).toEqual([]);
  expect(lesson("straight")).toBeUndefined();
  expect(lesson("dart")).toBeUndefined();
  expect(lesson("curve")).toMatchObject({ kind: "lesson", place: { menu1: 1, menu2: 2 } });
  // The key of a section is none of a lesson.
  expect(lesson("0.0")).toBeUndefined();
});
