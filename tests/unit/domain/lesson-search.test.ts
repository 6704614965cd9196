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

test("a lesson without pages has no text", () => {
  expect(pageTexts({ title: {}, html: null })).toEqual([]);
});

test("a lesson's pages are searched by title and text, without regard to case, accents and tags", () => {
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
