import { describe, expect, test } from "vitest";
import {
  textIn,
  textsOf,
  titleIn,
  titleLanguage,
  translated,
} from "../../../src/domain/translated.ts";

const translations = [
  { language: "en", title: "Dart" },
  { language: "he", title: "מחסר" },
  { language: "de", title: "" },
];

test("a field in a language is in the requested language", () => {
  expect(translated({ title: "plain", translations }, "title", "he")).toBe("מחסר");
});

test.each(["fr", "de", "", "EN"])("a field is in English if %j is missing", (language) => {
  expect(translated({ title: "plain", translations }, "title", language)).toBe("Dart");
});

test("a field in a language is the plain field if there is no English either", () => {
  expect(translated({ title: "plain", translations: [] }, "title", "he")).toBe("plain");
  const hebrew = [{ language: "he", title: "מחסר" }];
  expect(translated({ title: "plain", translations: hebrew }, "title", "de")).toBe("plain");
});

test("a field in a language is empty rather than undefined", () => {
  expect(translated<"title">({ translations: [] }, "title", "en")).toBe("");
  expect(translated<"descr">({ translations: [{ language: "en" }] }, "descr", "en")).toBe("");
});

test("a title given by language falls back on English, then on any language", () => {
  expect(titleIn({ en: "Dart", he: "מחסר" }, "he")).toBe("מחסר");
  expect(titleIn({ en: "Dart", he: "" }, "he")).toBe("Dart");
  expect(titleIn({ en: "", he: "מחסר" }, "de")).toBe("מחסר");
  expect(titleIn({}, "en")).toBe("");
});

test("the language of a title is that of the title that is shown", () => {
  expect(titleLanguage({ en: "Dart", he: "מחסר" }, "he")).toBe("he");
  expect(titleLanguage({ en: "Dart", he: "" }, "he")).toBe("en");
  expect(titleLanguage({ en: "", he: "מחסר" }, "de")).toBe("he");
  expect(titleLanguage({}, "de")).toBe("de");
});

const hebrew = { language: "he", title: "מחסר" };

test("the texts of a field are given by language", () => {
  const translations = [hebrew, { language: "en", title: "Dart" }, { language: "de" }];
  const texts = { en: "Dart", he: "מחסר", de: "" };
  expect(textsOf<"title">({ title: "plain", translations }, "title")).toEqual(texts);
});

test("the texts of a field have the untranslated field as the English one, as it is shown for it", () => {
  expect(textsOf({ title: "plain", translations: [hebrew] }, "title")).toEqual({
    en: "plain",
    he: "מחסר",
  });
  expect(titleIn(textsOf<"title">({ translations: [] }, "title"), "de")).toBe("");
});

describe("a list of translations", () => {
  const translations = [
    { language: "he", term: "מחסר", definition: " " },
    { language: "en", term: "dart", definition: "A wedge." },
  ];

  test("a text is in the requested language if available", () => {
    expect(textIn(translations, "term", "he")).toEqual({ text: "מחסר", language: "he" });
  });

  test("a text is English, and named so, if the requested one is missing or blank", () => {
    const english = { text: "A wedge.", language: "en" };
    expect(textIn(translations, "definition", "he")).toEqual(english);
    expect(textIn(translations, "definition", "de")).toEqual(english);
  });

  test("a text is English before any other language", () => {
    const three = [{ language: "he", term: "מחסר" }, { language: "de" }, ...translations.slice(1)];
    expect(textIn<"term">(three, "term", "de")).toEqual({ text: "dart", language: "en" });
  });

  test("a text is in any language if there is no English", () => {
    const hebrew = [{ language: "he", term: "מחסר" }];
    expect(textIn(hebrew, "term", "de")).toEqual({ text: "מחסר", language: "he" });
  });

  test("a text is empty if there is no translation", () => {
    expect(textIn<"term">([], "term", "de")).toEqual({ text: "", language: "de" });
  });
});
