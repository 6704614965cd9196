import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../../src/domain/languages.ts";
import { listTerritories, TERRITORIES } from "../../../../src/features/activation/territories.ts";

test("there are about 250 territories, each once", () => {
  expect(TERRITORIES.length).toBe(250);
  expect(new Set(TERRITORIES).size).toBe(250);
});

describe.each(LANGUAGES)("in %s", (language) => {
  const territories = listTerritories(language);

  test("each has a name, and no two are the same", () => {
    expect(territories.filter(({ code, name }) => name === code)).toEqual([]);
    expect(new Set(territories.map(({ name }) => name)).size).toBe(250);
  });

  test("they are sorted in the language's own order", () => {
    const names = territories.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator(language).compare));
  });
});

test.each([
  ["en", "GR", "Greece"],
  ["de", "GR", "Griechenland"],
  ["el", "GR", "Ελλάδα"],
  ["he", "IL", "ישראל"],
])("the name in %s of the territory %s is %s", (language, code, name) => {
  expect(listTerritories(language).find((each) => each.code === code)?.name).toBe(name);
});

test("names with accents are not sorted to the end", () => {
  const names = listTerritories("es").map(({ name }) => name);
  expect(names.at(-1)?.startsWith("Z")).toBe(true);
  expect(listTerritories("tr").findIndex(({ code }) => code === "TR")).toBeLessThan(240);
});
