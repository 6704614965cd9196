import { expect, test } from "vitest";
import { excerptAround, markMatches, phraseRanges } from "../../../src/domain/matched-text.ts";

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
  ["מותן", "מותנ", "[מותן]"],
  ["ΜΈΣΗΣ", "μέσης", "[ΜΈΣΗΣ]"],
  ["l’aisance", "laisance", "[l’aisance]"],
  ["🪡 needle", "needle", "🪡 [needle]"],
  ["cafe\u0301 noir", "cafe", "[cafe\u0301] noir"],
  ["anything", "--", "anything"],
  ["<mark>x</mark>", "mark", "<[mark]>x</[mark]>"],
])("marks the search words: %s by %s", (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

test("marking the search words returns the whole text, whatever it contains", () => {
  for (const text of ["", " ", "\u0301a", "a\ud800b", "שִׁ\u202e", "ﬁne İstanbul"]) {
    for (const query of ["a", "i", "ש", "fi"]) {
      const parts = markMatches(text, query);
      expect(parts.map((part) => part.text).join("")).toBe(text);
    }
  }
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

test.each([
  ["words before it", ["waist", 300, "dart", 300, "dart waist"], "dart waist"],
  ["one word twice", ["dart dart", 300, "waist dart"], "waist dart"],
  ["words far apart", ["dart", 150, "waist", 300, "waist dart"], "waist dart"],
])("an excerpt shows all words near one another rather than %s", (_, parts, expected) => {
  const text = parts
    .map((part) => (typeof part === "number" ? "zz ".repeat(part / 3) : `${part} `))
    .join("");
  expect(excerptAround(`${text}${"zz ".repeat(100)}`, "dart waist")).toContain(expected);
});

const found = (text: string, query: string) =>
  phraseRanges(text, query).map(([from, to]) => text.slice(from, to));

test.each([
  ["in any case, with any accents", "Épaule, ÉPAULE", "epaule", ["Épaule", "ÉPAULE"]],
  ["with niqqud or without", "גִּזְרָה בגזרה", "גזרה", ["גִּזְרָה", "גזרה"]],
  ["across signs and spaces", "the hip-line; hip  line", "hip line", ["hip-line", "hip  line"]],
  ["within words", "waistband", "band", ["band"]],
  ["its words in their order alone", "line of the hip", "hip line", []],
  ["for no words", "hip", " … ", []],
])("a phrase is found where it occurs literally: %s", (_, text, query, expected) => {
  expect(found(text, query)).toEqual(expected);
});
