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
