import { expect, test } from "vitest";
import type { Term } from "../../../../src/contract/reference.ts";
import {
  groupByLetter,
  matchTerm,
  nameOf,
  otherNames,
  sortTerms,
} from "../../../../src/features/glossary/term-list.ts";

const entry = (id: number, term: string, names: Record<string, string>) => ({
  id,
  term,
  image: null,
  translations: Object.entries(names).map(([language, name]) => ({
    language,
    term: name,
    definition: "",
  })),
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
  expect(letters.map(([letter, { length }]) => [letter, length])).toEqual([
    ["#", 1],
    ["A", 1],
    ["E", 1],
    ["S", 1],
    ["Z", 1],
  ]);
  expect(groupByLetter(terms.slice(1, 2), "he")[0]?.[0]).toBe("ת");
  expect(groupByLetter([entry(6, "…", {})], "en")[0]?.[0]).toBe("#");
});

test("the glossary capitalises a first letter as the word's language does", () => {
  const english = entry(6, "interfacing", { en: "interfacing" });
  expect(groupByLetter([english], "tr")[0]?.[0]).toBe("I");
  expect(groupByLetter([entry(7, "thread", { tr: "iplik" })], "tr")[0]?.[0]).toBe("İ");
});

test("the glossary shows a term in English, marked so, if the language has no name for it", () => {
  expect(nameOf(terms[3] as (typeof terms)[0], "he")).toEqual({ text: "Écart", language: "en" });
  expect(nameOf(terms[4] as (typeof terms)[0], "he")).toEqual({ text: "2-ply", language: "en" });
});

test("the glossary lists the names in the other languages, none twice", () => {
  expect(otherNames(terms[0] as (typeof terms)[0], "he")).toEqual([
    { text: "zip", language: "en" },
  ]);
  expect(otherNames(terms[3] as (typeof terms)[0], "he")).toEqual([]);
  expect(otherNames(entry(6, "yoke", { en: "yoke", de: " " }), "en")).toEqual([]);
});

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
