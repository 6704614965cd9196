import { beforeAll, expect, test } from "vitest";
import { corporaPresent, corpusLines, naughtyStrings } from "../support/corpora.ts";
import { it } from "../support/on-sqlite.ts";
import { openSchool, PMB, PMS, type Subscribed } from "../support/test-school.ts";

const school = openSchool.shared();
let admin: string;
beforeAll(async () => {
  admin = await school.token(await school.add({ level: 100 }));
});

const ask = (token: string, q: string, language = "en", product = "PM") =>
  school.call(
    `/products/${product}/search?q=${encodeURIComponent(q)}&language=${encodeURIComponent(language)}`,
    { token },
  );
const keys = async (token: string, q: string): Promise<string[]> =>
  (await ask(token, q)).json.results.map(({ key }: { key: string }) => key);

test("a search in the lessons finds all words on a page, whole or in part, in any order, and returns where", async () => {
  const { results } = (await ask(admin, "SPREAD slash")).json;
  expect(results).toEqual([
    { lesson_id: 109, key: "flare", page: 1, language: "en", excerpt: "Slash and spread." },
  ]);
  expect(await keys(admin, "slas spre")).toEqual(["flare"]);
  expect(await keys(admin, "slash rectangle")).toEqual([]);
});

test("a search in the lessons finds the right page of a lesson with several", async () => {
  const { results } = (await ask(admin, "with a curve", "en", "pm")).json;
  expect(results[0]).toMatchObject({ key: "lines_ml", page: 2, excerpt: "With a curve." });
});

test("a search in the lessons finds text in another language, and names the language", async () => {
  const { results } = (await ask(admin, "נִיָּירוֹת", "en")).json;
  expect(results[0]).toMatchObject({ key: "paper", language: "he" });
  expect(results[0].excerpt).toContain("ניירות שונים");
  expect((await ask(admin, "paper", "he")).json.results[0].language).toBe("en");
});

test("a search in the lessons ranks matching titles first", async () => {
  const [first, ...rest] = await keys(admin, "pa");
  expect(first).toBe("paper");
  expect(await keys(admin, "lines")).toEqual(expect.arrayContaining(["lines_ml"]));
  expect(rest).not.toContain("paper");
});

test("a search in the lessons ranks words in sequence before words apart, and the start of a title before its words", async () => {
  expect(await keys(admin, "the sheet")).toEqual(["pencil", "paper"]);
  expect(await keys(admin, "the shee")).toEqual(["pencil", "paper"]);
  expect(await keys(admin, "set square")).toEqual(["paper", "right-angles"]);
  expect(await keys(admin, "square")).toEqual(["right-angles", "paper"]);
  expect(await keys(admin, "straight lines")).toEqual(["line-straight", "lines_ml"]);
  expect(await keys(admin, "lines straight")).toEqual(["lines_ml", "line-straight"]);
});

test("a search in the lessons does not find a closed lesson, and finds it once it is open", async () => {
  const { token } = await school.student({ course: PMB });
  const everything = await keys(admin, "a");
  expect(everything.length).toBeGreaterThan(4);
  for (const key of await keys(token, "a")) {
    expect((await school.call(`/products/PM/lessons/${key}`, { token })).status).toBe(200);
  }
  expect(await keys(token, "ruler")).toEqual([]);
  expect(await keys(token, "slash")).toEqual([]);
  for (const lesson of [101, 102]) await school.complete(token, lesson);
  expect(await keys(token, "ruler")).toEqual(["lines_ml"]);
  expect(await keys(token, "from A to B")).toEqual(["line-straight"]);
});

it.each<[string, Subscribed[]]>([
  ["without a course", []],
  ["with another course", [{ course: PMS }]],
  ["whose course has expired", [{ course: PMB, expDate: "2026-11-01" }]],
  ["without a subscription", [{ course: PMB, subDate: null, subMonths: null }]],
])("a search in the lessons finds nothing of a course for somebody %s", async (_who, courses) => {
  const { token } = await school.student(...courses);
  expect(await keys(token, "paper")).toEqual([]);
});

test("a search in the lessons returns nothing for an empty query, and refuses a missing or long one and an unknown product", async () => {
  for (const q of ["", " ", "--", "%", "_"]) expect(await keys(admin, q)).toEqual([]);
  expect((await school.call("/products/PM/search", { token: admin })).status).toBe(422);
  expect((await ask(admin, "x".repeat(201))).status).toBe(422);
  expect((await ask(admin, "x", "en", "ZZ")).json.code).toBe("product/not_found");
});

test("a search in the lessons treats hostile text as words", async () => {
  const lines = corporaPresent
    ? [...naughtyStrings(), ...corpusLines("patt-sqli/FUZZDB_Postgres_Enumeration.txt")]
    : ["' OR 1=1 --"];
  for (const line of lines) {
    const { status } = await ask(admin, line.toWellFormed(), line.slice(0, 5).toWellFormed());
    // 422 is for what is too long to be searched for.
    expect([line, status]).toEqual([line, line.length <= 200 ? 200 : 422]);
  }
});
