import { expect, test } from "vitest";
import { searchLessons } from "../../../src/contract/search.ts";
import { createLocalSchool } from "../../../src/offline/local-school/local-school.ts";
import { failed } from "../../support/results.ts";
import { contentFolder, indexFile, openContent } from "../support/content-folder.ts";

const lesson = (dbid: number) => ({
  dbid,
  key: `lesson-${dbid}`,
  title: { en: `Lesson ${dbid}` },
  html: {
    languages: { en: { pages: [{ title: "", html: `<p>${"thread ".repeat(3000)}n${dbid}</p>` }] } },
  },
});

/** A course whose texts are too long to be prepared in one task. */
const openLongCourse = async () => {
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  const lessons = Object.fromEntries(ids.map((id) => [`lesson-${id}`, lesson(id)]));
  const courses = { PMB: { props: { id: 10, title: "" }, lessonsOrder: [] } };
  const props = { id: 1, key: "PM", title: "" };
  const PM = { props, menu: { menu1: [] }, lessons, courses, courseOrder: ["PMB"] };
  const files = contentFolder();
  files.set("content.json", indexFile({ products: { PM } }));
  const { machine, content } = await openContent(files);
  const { storage, now } = machine;
  const options = { content, storage, now, personId: () => 1, level: () => 0 };
  const { send } = createLocalSchool({ ...options, language: () => "en" });
  return (q: string, signal?: AbortSignal) =>
    send(searchLessons, { params: { productKey: "PM" }, query: { q, language: "en" }, signal });
};

test("the page stays responsive while long texts are searched", async () => {
  const search = await openLongCourse();
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  const found = await search("n59");
  clearInterval(turning);
  expect(found).toMatchObject({ ok: true, value: { results: [{ key: "lesson-59" }] } });
  expect(turns).toBeGreaterThan(3);
  // Of very many lessons the best thirty are found.
  const many = await search("lesson");
  expect(many.ok && many.value.results).toHaveLength(30);
});

test("a cancelled search ends, and the next one finds everything", async () => {
  const search = await openLongCourse();
  const given = new AbortController();
  const first = search("n59", given.signal);
  given.abort();
  expect(await first).toEqual(failed("cancelled"));
  expect(await search("n60")).toMatchObject({ value: { results: [{ key: "lesson-60" }] } });
});
