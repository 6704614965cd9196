import { expect, test } from "vitest";
import type { Term } from "../../../../src/contract/reference.ts";
import {
  groupByLetter,
  matchTerm,
  nameOf,
  otherNames,
  sortTerms,
} from "../../../../src/features/glossary/term-list.ts";

const entry = (id: number, term: string, names: Record<string, string>): Term => ({
  ...{ id, term, image: "" },
  translations: Object.entries(names).map(([language, name]) => {
    return { language, term: name, definition: "" };
  }),
});

const terms = [
  entry(1, "zip", { en: "zip", he: "רוכסן" }),
  entry(2, "seam", { en: "Seam", he: "תֶּפֶר" }),
  entry(3, "armscye", { en: "armscye", he: "בית שרוול" }),
  entry(4, "ease", { en: "Écart" }),
  entry(5, "2-ply", {}),
];

test("the glossary is sorted in the interface's language", () => {
  expect(sortTerms(terms, "en").map(({ id }) => id)).toEqual([5, 3, 4, 2, 1]);
  const hebrew = sortTerms(terms, "he").map(({ id }) => id);
  expect(hebrew.filter((id) => Number(id) < 4)).toEqual([3, 1, 2]);
});

test("the glossary is grouped by first letters without accents or points", () => {
  const letters = groupByLetter(sortTerms(terms, "en"), "en");
  expect(letters.map(([letter]) => letter)).toEqual(["#", "A", "E", "S", "Z"]);
  expect(groupByLetter(terms.slice(1, 2), "he")[0]?.[0]).toBe("ת");
  expect(groupByLetter([entry(6, "…", {})], "en")[0]?.[0]).toBe("#");
  // As the word's language writes it.
  expect(groupByLetter([entry(6, "", { en: "interfacing" })], "tr")[0]?.[0]).toBe("I");
  expect(groupByLetter([entry(7, "", { tr: "iplik" })], "tr")[0]?.[0]).toBe("İ");
});

const [zip, , , ease, ply] = terms as [Term, Term, Term, Term, Term];

test("the glossary shows a term in English, marked so, if the language has no name for it", () => {
  expect(nameOf(ease, "he")).toEqual({ text: "Écart", language: "en" });
  expect(nameOf(ply, "he")).toEqual({ text: "2-ply", language: "en" });
});

test("the glossary lists the names in the other languages, none twice", () => {
  expect(otherNames(zip, "he")).toEqual([{ text: "zip", language: "en" }]);
  expect(otherNames(ease, "he")).toEqual([]);
  expect(otherNames(entry(6, "yoke", { en: "yoke", de: " " }), "en")).toEqual([]);
});

const TERMS = [
  entry(1, "dart", { en: "Dart", de: "Abnäher", he: "הִצְרָה" }),
  entry(2, "seam", { en: "Seam" }),
  entry(3, "seam-allowance", { en: "Seam allowance", fr: "Marge de couture" }),
  entry(4, "cb", { he: "" }),
];

test.each([
  ["Dart", "dart"],
  ["darts,", "dart"],
  ["ABNÄHER", "dart"],
  ["הצרה", "dart"],
  ["seam  allowances", "seam-allowance"],
  ["seams", "seam"],
  ["seames", "seam"],
  ["CB", "cb"],
])("%j is looked up as %s", (word, expected) => {
  expect(matchTerm(TERMS, word)?.term).toBe(expected);
});

test("the longest name that fits an inflected word counts, or else the first", () => {
  const found = (names: string[], word: string) => {
    const named = names.map((name, id) => entry(id, name, {}));
    return matchTerm(named, word)?.id;
  };
  expect(found(["seam", "seame"], "seamed")).toBe(1);
  expect(found(["seame", "seam"], "seamed")).toBe(0);
  expect(found(["hem", "HEM"], "hems")).toBe(0);
});

// A word has at most two letters more than the term, and the term three letters.
test.each(["", "…", "a", "da", "seaming", "darting", "cbs", "skirt"])("%j is no term", (word) => {
  expect(matchTerm(TERMS, word)).toBeNull();
});
