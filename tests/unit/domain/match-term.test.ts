import { expect, test } from "vitest";
import type { Term } from "../../../src/contract/reference.ts";
import { matchTerm } from "../../../src/features/glossary/term-list.ts";

const term = (id: number, name: string, names: Record<string, string>): Term => ({
  id,
  term: name,
  image: "",
  translations: Object.entries(names).map(([language, each]) => ({
    language,
    term: each,
    definition: "",
  })),
});

const TERMS = [
  term(1, "dart", { en: "Dart", de: "Abnäher", he: "הִצְרָה" }),
  term(2, "seam", { en: "Seam" }),
  term(3, "seam-allowance", { en: "Seam allowance", fr: "Marge de couture" }),
];

test.each([
  ["Dart", "dart"],
  ["darts,", "dart"],
  ["ABNÄHER", "dart"],
  ["הצרה", "dart"],
  ["seam  allowances", "seam-allowance"],
  ["seams", "seam"],
])("%j is looked up as %s", (word, expected) => {
  expect(matchTerm(TERMS, word)?.term).toBe(expected);
});

test("the longest name that fits an inflected word counts, or else the first", () => {
  const found = (names: string[], word: string) =>
    matchTerm(
      names.map((name, id) => term(id, name, {})),
      word,
    )?.id;
  expect(found(["seam", "seame"], "seamed")).toBe(1);
  expect(found(["seame", "seam"], "seamed")).toBe(0);
  expect(found(["hem", "HEM"], "hems")).toBe(0);
});

test("a word has at most two letters more than the term, and the term three letters", () => {
  const found = (name: string, word: string) => matchTerm([term(1, name, { he: "" })], word)?.id;
  expect(found("dart", "dartes")).toBe(1);
  expect(found("dart", "darting")).toBeUndefined();
  expect(found("hem", "hems")).toBe(1);
  expect(found("cb", "cbs")).toBeUndefined();
  expect(found("cb", "CB")).toBe(1);
  expect(found("dart", "a")).toBeUndefined();
  expect(found("dart", "?")).toBeUndefined();
});

test.each(["", "…", "seaming", "da", "skirt"])("%j is not a term", (word) => {
  expect(matchTerm(TERMS, word)).toBeNull();
});
