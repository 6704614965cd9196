import { expect, test } from "vitest";
import { createTitleSearch } from "../../../../../src/features/lessons/search/lesson-search.ts";
import { openSignedIn } from "../../../support/open-app.ts";
import { skeleton } from "../../../support/small-course.ts";

/** The titles of the whole course PMB, where all lessons of the given keys are open. */
const open = async (isOpen: (key: string) => boolean = () => true) => {
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
    search
      .find(query)
      .map((found) => [
        found.kind === "lesson" ? found.key : "section",
        found.place.menu1,
        found.place.menu2,
      ]);
  return { ...search, find };
};

test("a search without words lists all lessons and then all sections, with their places", async () => {
  const { find } = await open();
  expect(find("")).toEqual([
    ["paper", 1, 1],
    ["lines_ml", 1, 1],
    ["straight", 1, 1],
    ["curved", 1, 1],
    ["curve", 1, 2],
    ["dart", 2, 1],
    ["section", 1, 1],
    ["section", 1, 2],
    ["section", 2, 1],
  ]);
});

test("a lesson is found by its title in any language, also inside a main lesson", async () => {
  const { find } = await open();
  expect(find("abnaher")).toEqual([["dart", 2, 1]]);
  expect(find("curved")).toEqual([["curved", 1, 1]]);
});

test("a chapter's title finds its sections, after those that have the title themselves", async () => {
  const { find } = await open();
  expect(find("curves")).toEqual([["section", 1, 2]]);
  expect(find("tools")).toEqual([
    ["section", 1, 1],
    ["section", 1, 2],
  ]);
  expect(find("כלים")).toEqual(find("tools"));
  expect(find("darts")).toEqual([["section", 2, 1]]);
});

test("a closed lesson is not found, nor the parts of a closed main lesson", async () => {
  const { find, lesson } = await open((key) => key !== "lines_ml" && key !== "dart");
  expect(find("dart")).toEqual([["section", 2, 1]]);
  expect(find("straight")).toEqual([]);
  expect(lesson("straight")).toBeUndefined();
  expect(lesson("dart")).toBeUndefined();
  expect(lesson("curve")).toMatchObject({ kind: "lesson", place: { menu1: 1, menu2: 2 } });
  // The key of a section is none of a lesson.
  expect(lesson("0.0")).toBeUndefined();
});
