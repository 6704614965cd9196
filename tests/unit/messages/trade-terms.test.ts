import { expect, test } from "vitest";
import terms from "../../../resources/trade-terms.json" with { type: "json" };
import { checkTerms } from "../../../scripts/messages/trade-terms.ts";

const faultsOf = (language: string, english: string, translation: string) =>
  checkTerms({ "a.a": translation }, { "a.a": english }, language, terms);

test("trade terms are found in the translation, also inflected", () => {
  expect(faultsOf("de", "Two darts", "Zwei Brustabnäher")).toEqual([]);
  expect(faultsOf("el", "Of the lessons", "Των μαθημάτων")).toEqual([]);
  expect(faultsOf("he", "The waist", "קו המותניים")).toEqual([]);
  expect(faultsOf("tr", "The pattern", "KALIBIN")).toEqual([]);
});

test("trade terms are reported when another word is used", () => {
  expect(faultsOf("de", "Draw the dart", "Zeichnen Sie den Pfeil")).toEqual([
    "a.a speaks of a dart, but of no Abnäher",
  ]);
  expect(faultsOf("fr", "One notch", "Un écran")).toHaveLength(1);
});

test("trade terms are checked in every form of a plural, and not in placeholders", () => {
  const english = "{darts, plural, one {# dart} other {# darts}}";
  expect(faultsOf("es", english, "{darts, plural, one {# pinza} other {# pinzas}}")).toEqual([]);
  expect(faultsOf("es", "{course} is open", "{course}: abierto")).toEqual([]);
  expect(faultsOf("es", "{title}: a course", "{title}")).toHaveLength(1);
});

test('trade terms are whole words: "please" does not contain "ease"', () => {
  expect(faultsOf("de", "Please wait", "Bitte warten")).toEqual([]);
});
