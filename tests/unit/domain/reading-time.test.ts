import { expect, test } from "vitest";
import { readingMinutes } from "../../../src/domain/lesson-facts.ts";

const words = (count: number, word = "seam") => `<p>${`${word} `.repeat(count)}</p>`;
const minutes = (html: string, language = "en") => readingMinutes([{ html }], language);

test("the reading time counts the words of all pages, at the pace of the language", () => {
  expect(minutes(words(228 * 4))).toBe(4);
  expect(readingMinutes([{ html: words(228) }, { html: words(228 * 2) }], "en")).toBe(3);
  expect(minutes(words(187 * 4, "תפר"), "he")).toBe(4);
  expect(minutes(words(208 * 4, "ραφή"), "el")).toBe(4);
  expect(minutes(words(166 * 4, "dikiş"), "tr")).toBe(4);
  // The average pace, for a language that was not measured.
  expect(minutes(words(184 * 5, "шов"), "uk")).toBe(5);
});

test("the reading time grows with each picture, less with each further one", () => {
  const pictures = (count: number) =>
    '<figure><img data-asset="a.svg" alt="A"></figure>'.repeat(count);
  // 12 + 11 + 10 + … + 3 seconds for the first ten, and 3 for each further one.
  expect(minutes(pictures(10))).toBe(1);
  expect(minutes(pictures(25))).toBe(2);
  expect(minutes(words(228 * 2) + pictures(5))).toBe(3);
});

test("the reading time counts neither tags nor entities nor alternative texts", () => {
  const html = `<p class="a b c d">${'<a data-lesson="one two">seam</a>&nbsp;'.repeat(228)}</p>`;
  expect(minutes(html)).toBe(1);
});

test("the reading time counts a word with an apostrophe, a hyphen or a decimal point once", () => {
  expect(minutes(words(195 * 2, "d’une"), "fr")).toBe(2);
  expect(minutes(words(228 * 2, "well-fitting"))).toBe(2);
  expect(minutes(words(228 * 2, "1.5"))).toBe(2);
});

test("the reading time is at least a minute", () => {
  expect(readingMinutes([], "en")).toBe(1);
  expect(minutes("<p>Cut.</p>")).toBe(1);
});
