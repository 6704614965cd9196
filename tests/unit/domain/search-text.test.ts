import { expect, test } from "vitest";
import { createSearch, foldText } from "../../../src/domain/search-text.ts";

test.each([
  ["case", "Seam ALLOWANCE", "seam allowance"],
  ["accents", "éÉ ü ñ ç å", "ee u n c a"],
  ["accents of their own", "cre\u0301me", "creme"],
  ["niqqud and cantillation", "מַחְסָר בְּ֭רֵאשִׁית", "מחסר בראשית"],
  ["final Hebrew letters", "קווים שולחן בד ארוך כתף קץ", "קווימ שולחנ בד ארוכ כתפ קצ"],
  ["Hebrew presentation forms", "שׁוּל", "שול"],
  ["the maqaf, which parts words", "בית־שרוול", "בית שרוול"],
  ["Hebrew quotation marks", 'ס"מ ס״מ צ׳ופר', "סמ סמ צופר"],
  ["the German sharp s, small and large", "Maß MAẞ", "mass mass"],
  ["Greek tonos and final sigma", "Ραφές ΡΑΦΈΣ", "ραφεσ ραφεσ"],
  ["Turkish dotted and dotless i", "DİKİŞ ığne", "dikis igne"],
  ["letters of northern languages", "Ærø đ Łódź", "aero d lodz"],
  ["ligatures", "ﬁt œuvre", "fit oeuvre"],
  ["punctuation and spaces", "  slash-and-spread:\n(pivot)  ", "slash and spread pivot"],
  ["apostrophes, straight and curly", "l'ourlet l’ourlet", "lourlet lourlet"],
])("a text is searched without regard to %s", (_what, text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("a text without letters and digits is searched as an empty one", () => {
  expect(foldText("״־ ׁ…")).toBe("");
});

const entries = [
  { heads: ["bust dart", "מחסר חזה"], bodies: ["Points at the fullest part."] },
  { heads: ["hem", "מכפלת"], bodies: ["The lower edge; a dart never reaches it."] },
  { heads: ["dart", "מַחְסָר", "Abnäher"], bodies: ["A wedge folded out of the cloth."] },
  { heads: ["dart leg", "צלע המחסר"], bodies: ["One of its two lines."] },
];
const search = createSearch(entries, (entry) => entry);
const names = (query: string) => search(query).map(({ heads }) => heads[0]);

test("a search ranks entries that start with the query first, then those whose title contains it, then those whose text does", () => {
  expect(names("dart")).toEqual(["dart", "dart leg", "bust dart", "hem"]);
});

test("a search ranks a title with all words before a text, in whatever order the entries are", () => {
  expect(names("lower edge")).toEqual(["hem"]);
  expect(names("ust dar")).toEqual(["bust dart"]);
  const texts = createSearch(
    [
      { heads: ["hem"], bodies: ["a bust dart"] },
      { heads: ["the dart", "a bust"], bodies: [] },
    ],
    (entry) => entry,
  );
  expect(texts("bust dart").map(({ heads }) => heads[0])).toEqual(["the dart", "hem"]);
  expect(texts("darta")).toEqual([]);
});

test("a search finds an entry in any of its languages", () => {
  expect(names("מחסר")).toEqual(["bust dart", "dart", "dart leg"]);
  expect(names("abnaher")).toEqual(["dart"]);
});

test("a search finds Hebrew with and without niqqud", () => {
  expect(names("מִכְפֶּלֶת")).toEqual(["hem"]);
  expect(names("מחסר")).toContain("dart");
});

test("a search requires every word, in any order, in any language or part", () => {
  expect(names("leg dart")).toEqual(["dart leg"]);
  expect(names("wedge מחסר")).toEqual(["dart"]);
  expect(names("dart zip")).toEqual([]);
});

test("a search matches the beginning of words while typing", () => {
  expect(names("da")).toContain("dart");
  expect(names("bust d")).toEqual(["bust dart"]);
});

test("a search matches no word across two texts", () => {
  expect(names("dartמחסר")).toEqual([]);
});

test.each(["", "  ", "־", "?!"])("a search finds everything, in its order, for %j", (query) => {
  expect(search(query)).toEqual(entries);
});

test("a search treats characters of regular expressions literally", () => {
  expect(names(".*dart(leg)")).toEqual(["dart leg"]);
});
