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
  ["anything, where it has neither letters nor digits", "״־ ׁ…", ""],
])("a text is searched without regard to %s", (_what, text, folded) => {
  expect(foldText(text)).toBe(folded);
});

const entries = [
  { heads: ["bust dart", "מחסר חזה"], bodies: ["Points at the fullest part."] },
  { heads: ["hem", "מכפלת"], bodies: ["The lower edge; a dart never reaches it."] },
  { heads: ["dart", "מַחְסָר", "Abnäher"], bodies: ["A wedge folded out of the cloth."] },
  { heads: ["dart leg", "צלע המחסר"], bodies: ["One of its two lines."] },
];
const search = createSearch(entries, (entry) => entry);
const DARTS = ["dart", "dart leg", "bust dart", "hem"];
const names = (query: string) => search(query).map(({ heads }) => heads[0]);

test("a search ranks a title with all words before a text, in whatever order the entries are", () => {
  expect(names("lower edge")).toEqual(["hem"]);
  expect(names("ust dar")).toEqual(["bust dart"]);
  const hem = { heads: ["hem"], bodies: ["a bust dart"] };
  const dart = { heads: ["the dart", "a bust"], bodies: [] };
  const texts = createSearch([hem, dart], (entry) => entry);
  expect(texts("bust dart")).toEqual([dart, hem]);
  expect(texts("darta")).toEqual([]);
});

test.each([
  ["first at the start of a title, then in it, then in a text", "dart", DARTS],
  ["in any of its languages, without accents", "abnaher", ["dart"]],
  ["with niqqud", "מִכְפֶּלֶת", ["hem"]],
  ["by every word", "dart zip", []],
  ["by the beginning of a word while typing", "da", DARTS],
  ["by no word across two texts", "dartמחסר", []],
  ["by characters of regular expressions as they are", ".*dart(leg)", ["dart leg"]],
])("a search finds an entry %s", (_, query, found) => {
  expect(names(query)).toEqual(found);
});

test("a search finds words that are written as one, from the beginning of a word on", () => {
  const lines = createSearch(["hip line", "waistband", "ship liner"], (name) => ({
    heads: [name],
    bodies: [],
  }));
  expect(lines("hipline")).toEqual(["hip line"]);
  expect(lines("hipli")).toEqual(["hip line"]);
  expect(lines("waist band")).toEqual(["waistband"]);
  expect(lines("pline")).toEqual([]);
});

test.each(["", "  ", "־", "?!"])("a search finds everything, in its order, for %j", (query) => {
  expect(search(query)).toEqual(entries);
});
