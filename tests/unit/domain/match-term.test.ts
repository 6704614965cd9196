import { expect, test } from "vitest";
import type { Term } from "../../../src/contract/reference.ts";
import { matchTerm } from "../../../src/domain/match-term.ts";

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

test.each(["", "…", "seaming", "da", "skirt"])("%j is not a term", (word) => {
  expect(matchTerm(TERMS, word)).toBeNull();
});
