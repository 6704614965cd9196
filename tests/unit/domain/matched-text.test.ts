import { describe, expect, test } from "vitest";
import { excerptAround, markMatches, phraseRanges } from "../../../src/domain/matched-text.ts";

/** The text with marks in brackets. */
const marked = (text: string, query: string): string =>
  markMatches(text, query)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("");

describe("marking the search words", () => {
  test.each([
    ["Slash and spread", "SPREAD slash", "[Slash] and [spread]"],
    ["The waistline of a waist", "waist", "The [waist]line of a [waist]"],
    ["Façade, Größe", "facade grosse", "[Façade], [Größe]"],
    ["שִׁלְפִּית של המותן", "שלפית", "[שִׁלְפִּית] של המותן"],
    ["קווים", "קוויםם", "קווים"],
    ["מותן", "מותנ", "[מותן]"],
    ["ΜΈΣΗΣ", "μέσης", "[ΜΈΣΗΣ]"],
    ["l’aisance", "laisance", "[l’aisance]"],
    ["a–b", "a b", "[a]–[b]"],
    ["🪡 needle", "needle", "🪡 [needle]"],
    ["overlapping", "over erla lapping", "[overlapping]"],
    ["nothing here", "dart", "nothing here"],
    ["anything", "", "anything"],
    ["anything", "--", "anything"],
    ["<mark>x</mark>", "mark", "<[mark]>x</[mark]>"],
  ])("%s by %s", (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  test("returns the whole text, whatever it contains", () => {
    for (const text of ["", " ", "\u0301a", "a\ud800b", "שִׁ\u202e", "ﬁne İstanbul"]) {
      for (const query of ["a", "i", "ש", "fi"]) {
        const parts = markMatches(text, query);
        expect(parts.map((part) => part.text).join("")).toBe(text);
      }
    }
  });
});

describe("an excerpt", () => {
  const long = `${"one two three ".repeat(30)}the dart points down ${"four five six ".repeat(30)}`;

  test("shows a short text whole", () => {
    expect(excerptAround("A rectangle.", "rect")).toBe("A rectangle.");
  });

  test("surrounds the first match, and marks where it is cut", () => {
    const excerpt = excerptAround(long, "dart");
    expect(excerpt).toMatch(/^… (one|two|three) .*the dart points down.* …$/);
    expect(excerpt.length).toBeLessThan(180);
  });

  test("starts at the beginning if the match is near it, and ends at the end", () => {
    expect(excerptAround(long, "one")).toMatch(/^one two .* …$/);
    expect(excerptAround(`${long} hem`, "hem")).toMatch(/^… .* hem$/);
  });

  test("shows the place with the most matches", () => {
    const text = `A dart. ${long} the waist dart ${long}`;
    expect(excerptAround(text, "waist dart")).toContain("the waist dart");
  });

  test("cuts a word only if the text has no other place", () => {
    const excerpt = excerptAround("x".repeat(500), "x");
    expect(excerpt.length).toBeLessThan(180);
  });
});

describe("a phrase is found where it occurs literally", () => {
  const found = (text: string, query: string) =>
    phraseRanges(text, query).map(([from, to]) => text.slice(from, to));

  test.each([
    ["in any case, with any accents", "Épaule, ÉPAULE", "epaule", ["Épaule", "ÉPAULE"]],
    ["with niqqud or without", "גִּזְרָה בגזרה", "גזרה", ["גִּזְרָה", "גזרה"]],
    ["across signs and spaces", "the hip-line; hip  line", "hip line", ["hip-line", "hip  line"]],
    ["within words", "waistband", "band", ["band"]],
    ["its words in their order alone", "line of the hip", "hip line", []],
    ["for no words", "hip", " … ", []],
  ])("%s", (_, text, query, expected) => {
    expect(found(text, query)).toEqual(expected);
  });
});
