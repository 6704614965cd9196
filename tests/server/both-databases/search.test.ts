import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { rebuildSearchIndex } from "../../../src/server/study/search-index.ts";
import { authorsFolder, importFolder } from "../support/content-source.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { openSchool, PMB, PMS } from "../support/test-school.ts";

const school = openSchool.shared();
const admin = sharedPerson(school, { level: 100 });

type Asker = { token: string };

const ask = (who: Asker, q: string, language = "en", product = "PM", at = school) =>
  at.call(`/products/${product}/search?${new URLSearchParams({ q, language })}`, who);
const keys = async (who: Asker, q: string, at = school): Promise<string[]> =>
  (await ask(who, q, "en", "PM", at)).json.results.map(({ key }: { key: string }) => key);

test("a search in the lessons finds all words on a page, whole or in part, in any order, and returns where", async () => {
  const { results } = (await ask(admin, "SPREAD slash")).json;
  expect(results).toEqual([
    { lesson_id: 109, key: "flare", page: 1, language: "en", excerpt: "Slash and spread." },
  ]);
  expect(await keys(admin, "slas spre")).toEqual(["flare"]);
  expect(await keys(admin, "slash rectangle")).toEqual([]);
  const [curved] = (await ask(admin, "with a curve", "en", "pm")).json.results;
  expect(curved).toMatchObject({ key: "lines_ml", page: 2, excerpt: "With a curve." });
});

test("a search in the lessons finds text in another language, and names the language", async () => {
  const { results } = (await ask(admin, "נִיָּירוֹת", "en")).json;
  expect(results[0]).toMatchObject({ key: "paper", language: "he" });
  expect(results[0].excerpt).toContain("ניירות שונים");
  expect((await ask(admin, "paper", "he")).json.results[0].language).toBe("en");
});

test("a search in the lessons ranks words in sequence before words apart, and the start of a title before its words", async () => {
  expect((await keys(admin, "pa"))[0]).toBe("paper");
  expect(await keys(admin, "the sheet")).toEqual(["pencil", "paper"]);
  expect(await keys(admin, "the shee")).toEqual(["pencil", "paper"]);
  expect(await keys(admin, "set square")).toEqual(["paper", "right-angles"]);
  expect(await keys(admin, "square")).toEqual(["right-angles", "paper"]);
  expect(await keys(admin, "straight lines")).toEqual(["line-straight", "lines_ml"]);
  expect(await keys(admin, "lines straight")).toEqual(["lines_ml", "line-straight"]);
});

test("a search in the lessons does not find a closed lesson, and finds it once it is open", async () => {
  const student = await school.student({ course: PMB });
  const everything = await keys(admin, "a");
  expect(everything.length).toBeGreaterThan(4);
  for (const key of await keys(student, "a")) {
    expect((await school.call(`/products/PM/lessons/${key}`, student)).status).toBe(200);
  }
  expect(await keys(student, "ruler")).toEqual([]);
  expect(await keys(student, "slash")).toEqual([]);
  for (const lesson of [101, 102]) await school.complete(student.token, lesson);
  expect(await keys(student, "ruler")).toEqual(["lines_ml"]);
  expect(await keys(student, "from A to B")).toEqual(["line-straight"]);
});

it("a search in the lessons finds nothing of a course that somebody has not, or has no longer", async () => {
  for (const course of [{ course: PMS }, { course: PMB, expDate: "2026-11-01" }]) {
    expect(await keys(await school.student(course), "paper")).toEqual([]);
  }
});

test("a search in the lessons returns nothing for an empty query, and refuses a missing or long one and an unknown product", async () => {
  for (const q of ["", " ", "--", "%", "_"]) expect(await keys(admin, q)).toEqual([]);
  expect((await school.call("/products/PM/search", admin)).status).toBe(422);
  expect((await ask(admin, "x".repeat(201))).status).toBe(422);
  expect((await ask(admin, "x", "en", "ZZ")).json.code).toBe("product/not_found");
});

test("an import replaces what has changed alone, and the search knows new words and forgets old ones", async () => {
  const school = await openSchool();
  const own = await school.signedIn({ level: 100 });
  const folder = await authorsFolder();
  const flare = path.join(folder, "PM/lessons/flare.md");
  const original = await readFile(flare, "utf8");
  const importWith = async (text: string) => {
    await writeFile(flare, text);
    await importFolder(school, folder);
  };
  const pages = async (isFlare: boolean) =>
    (await school.rows("lesson_text", {}, "id"))
      .filter(({ lesson_id }) => (lesson_id === 109) === isFlare)
      .map(({ id }) => id);
  const found = (q: string) => keys(own, q, school);
  await importWith(original);
  const [others, earlier] = [await pages(false), await pages(true)];

  await importWith(original.replace("Slash and spread", "Godets and gussets"));
  expect([await found("gussets"), await found("spread")]).toEqual([["flare"], []]);
  expect(await pages(false)).toEqual(others);
  // A server that has not noticed the import yet must not find another page under an old id.
  expect(Math.min(...(await pages(true)))).toBeGreaterThan(Math.max(...others, ...earlier));

  const words = ["gussets", "paper", "slash", "curve", "a"];
  const kept = await Promise.all(words.map(found));
  await school.database.write((db) => rebuildSearchIndex(db));
  await importWith(original);
  await importWith(original.replace("Slash and spread", "Godets and gussets"));
  expect(await Promise.all(words.map(found))).toEqual(kept);
});
