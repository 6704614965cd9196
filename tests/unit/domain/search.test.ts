import { expect, test } from "vitest";
import {
  bestHitByLesson,
  inRankOrder,
  type PageHit,
  pageTexts,
  parseSearchQuery,
  plainText,
  rankOf,
} from "../../../src/domain/lesson-search.ts";
import { excerptAround, markMatches, phraseRanges } from "../../../src/domain/matched-text.ts";
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
  const textsOf = (name: string) => ({ heads: [name], bodies: [] });
  const lines = createSearch(["hip line", "waistband", "ship liner"], textsOf);
  expect(lines("hipline")).toEqual(["hip line"]);
  expect(lines("hipli")).toEqual(["hip line"]);
  expect(lines("waist band")).toEqual(["waistband"]);
  expect(lines("pline")).toEqual([]);
});

test.each(["", "  ", "־", "?!"])("a search finds everything, in its order, for %j", (query) => {
  expect(search(query)).toEqual(entries);
});

/** The text with marks in brackets. */
const marked = (text: string, query: string): string =>
  markMatches(text, query)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["Slash and spread", "SPREAD slash", "[Slash] and [spread]"],
  ["The waistline of a waist", "waist", "The [waist]line of a [waist]"],
  ["Façade, Größe", "facade grosse", "[Façade], [Größe]"],
  ["שִׁלְפִּית של המותן", "שלפית", "[שִׁלְפִּית] של המותן"],

  ["l’aisance", "laisance", "[l’aisance]"],
  ["🪡 needle", "needle", "🪡 [needle]"],
  ["cafe\u0301 noir", "cafe", "[cafe\u0301] noir"],
  ["anything", "--", "anything"],
  ["<mark>x</mark>", "mark", "<[mark]>x</[mark]>"],
])("marks the search words: %s by %s", (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

test("marking the search words returns the whole text, whatever it contains", () => {
  const textOf = (parts: ReturnType<typeof markMatches>) => parts.map(({ text }) => text).join("");
  for (const text of ["", " ", "\u0301a", "a\ud800b", "שִׁ\u202e", "ﬁne İstanbul"])
    for (const query of ["a", "i", "ש", "fi"]) expect(textOf(markMatches(text, query))).toBe(text);
});

const long = `${"one two three ".repeat(30)}the dart points down ${"four five six ".repeat(30)}`;

test.each([
  ["a short text whole", "A rectangle.", "rect", /^A rectangle\.$/],
  ["its first match, cut on both sides", long, "dart", /^… (o|t).* the dart points down.* …$/],
  ["the beginning if the match is near it", long, "one", /^one two .* …$/],
  ["the end if the match is there", `${long} hem`, "hem", /^… .* hem$/],
  ["the most matches", `A dart. ${long} the waist dart ${long}`, "waist dart", /the waist dart/],
])("an excerpt shows %s", (_, text, query, shown) => {
  const excerpt = excerptAround(text, query);
  expect(excerpt).toMatch(shown);
  expect(excerpt.length).toBeLessThan(180);
});

const far = "zz ".repeat(100);

test.each([
  ["words before it", `waist ${far}dart ${far}dart waist ${far}`, "dart waist"],
  ["one word twice", `dart dart ${far}waist dart ${far}`, "waist dart"],
  ["words far apart", `dart ${"zz ".repeat(50)}waist ${far}waist dart ${far}`, "waist dart"],
])("an excerpt shows all words near one another rather than %s", (_, text, expected) => {
  expect(excerptAround(text, "dart waist")).toContain(expected);
});

const found = (text: string, query: string) =>
  phraseRanges(text, query).map(([from, to]) => text.slice(from, to));

test.each([
  ["with niqqud or without", "גִּזְרָה בגזרה", "גזרה", ["גִּזְרָה", "גזרה"]],
  ["across signs and spaces", "the hip-line; hip  line", "hip line", ["hip-line", "hip  line"]],
  ["within words", "waistband", "band", ["band"]],
  ["its words in their order alone", "line of the hip", "hip line", []],
  ["for no words", "hip", " … ", []],
])("a phrase is found where it occurs literally: %s", (_, text, query, expected) => {
  expect(found(text, query)).toEqual(expected);
});

const hit = (lesson_id: number, change: Partial<PageHit> = {}): PageHit => ({
  ...{ lesson_id, language: "en", page: 1, rank: 3 },
  ...change,
});

test("results that start with the query come first, then titles, then consecutive words", () => {
  const search = parseSearchQuery("Sleeve Head");
  const ranks = [
    rankOf("sleeve head and cuff", "sleeve head and cuff", search),
    rankOf("the head of a sleeve", "the head of a sleeve", search),
    rankOf("cuff", "cuff\nthe sleeve head", search),
    rankOf("cuff", "cuff\nthe head of a sleeve", search),
  ];
  expect(ranks).toEqual([0, 1, 2, 3]);
  const hits = [hit(1), hit(2, { rank: 2 }), hit(3, { rank: 1 }), hit(4, { rank: 0 }), hit(5)];
  expect(inRankOrder(hits).map(({ lesson_id }) => lesson_id)).toEqual([4, 3, 2, 1, 5]);
});

test("of each lesson the best page in the requested language is shown, else the best, of equal ones the first", () => {
  const bestOf = (...hits: PageHit[]) => {
    const [best, again] = [hits, hits.toReversed()].map((all) => bestHitByLesson(all, "el").get(1));
    expect(again).toBe(best);
    return best && hits.indexOf(best);
  };
  const [first, second] = [hit(1), hit(1, { page: 2 })];
  expect(bestOf(second, first, hit(1, { language: "el", page: 3 }))).toBe(2);
  expect(bestOf(first, hit(1, { page: 2, rank: 0 }))).toBe(1);
  expect(bestOf(hit(1, { page: 2, rank: 1 }), hit(1, { language: "he" }))).toBe(0);
  expect(bestOf(second, first)).toBe(1);
});

test("a query is split into at most eight words, and a title needs all of them", () => {
  const search = parseSearchQuery("Waist dárt");
  expect(search).toEqual({ wanted: "waist dart", words: ["waist", "dart"] });
  expect(parseSearchQuery("a b c d e f g h i j").words).toHaveLength(8);
  expect(rankOf("waist", "waist\nwaist and dart", search)).toBe(3);
});

test("a lesson's pages are searched by title and text, without regard to case, accents and tags", () => {
  expect(pageTexts({ title: {}, html: null })).toEqual([]);
  const pages = [{ title: "Pincé", html: "<p>Épingler &amp; coudre</p>" }];
  expect(pageTexts({ title: { en: "Darts" }, html: { languages: { fr: { pages } } } })).toEqual([
    {
      ...{ language: "fr", page: 1, head: "darts pince" },
      ...{ folded: "darts pince\nepingler coudre", body: "Épingler & coudre" },
    },
  ]);
});

test.each([
  ["does not part a word at emphasis", "<p>S<b>ea</b>m<i class='x'>s</i></p>", "Seams"],
  ["parts paragraphs and lines", "<p>One</p><p>two<br>three</p>", "One two three"],
  ["parts blocks whose names begin like emphasis", "a<blockquote>b</blockquote>c", "a b c"],
  ["is one line", "<p>\n  One \n\t two\n</p>\n", "One two"],
  ["parts a heading from its text", "<h2>Tools</h2><p>Paper</p>", "Tools · Paper"],
  ["parts the cells of a table", "<tr><th>Hip</th><td>92</td><td>96</td></tr>", "Hip · 92 · 96"],
  ["adds no sign after a sentence", "<h2>Why?</h2>So.<h3>How:</h3>Thus", "Why? So. How: Thus"],
  ["does not end with a sign", "<p>Cut.</p><td>a</td><td></td><td></td>", "Cut. a"],
  ["contains no comments and attributes", '<!-- x --><img alt="y">z', "z"],
  ["is empty for a page without text", "<p> </p>", ""],
])("the text of a lesson page %s", (_, html, text) => {
  expect(plainText(html)).toBe(text);
});

test.each([
  ["a &amp; b", "a & b"],
  ["&lt;b&gt;", "<b>"],
  ["&#39;&#1488;&#x5d1;&#X5D2;", "'אבג"],
  ["a&#0;b&#x110000;c&#xyz;d", "a b c d"],
  ["&amp;lt;", "&lt;"],
  ["&unknown; & co", "&unknown; & co"],
])("the entity %s is read as %s", (html, text) => {
  expect(plainText(html)).toBe(text);
});
