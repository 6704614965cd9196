import { describe, expect, test } from "vitest";
import { titleIn, translated } from "../../../src/domain/translated.ts";

describe("a field in a language", () => {
  const translations = [
    { language: "en", title: "Dart" },
    { language: "he", title: "מחסר" },
    { language: "de", title: "" },
  ];

  test("is given in the language asked for", () => {
    expect(translated({ title: "plain", translations }, "title", "he")).toBe("מחסר");
  });

  test.each(["fr", "de", "", "EN"])("is given in English where %j has none", (language) => {
    expect(translated({ title: "plain", translations }, "title", language)).toBe("Dart");
  });

  test("is the plain field where there is no English either", () => {
    expect(translated({ title: "plain", translations: [] }, "title", "he")).toBe("plain");
    const hebrew = [{ language: "he", title: "מחסר" }];
    expect(translated({ title: "plain", translations: hebrew }, "title", "de")).toBe("plain");
  });

  test("is empty rather than undefined", () => {
    expect(translated<"title">({ translations: [] }, "title", "en")).toBe("");
    expect(translated<"descr">({ translations: [{ language: "en" }] }, "descr", "en")).toBe("");
  });
});

describe("a title given by language", () => {
  test("falls back on English, then on any there is", () => {
    expect(titleIn({ en: "Dart", he: "מחסר" }, "he")).toBe("מחסר");
    expect(titleIn({ en: "Dart", he: "" }, "he")).toBe("Dart");
    expect(titleIn({ en: "", he: "מחסר" }, "de")).toBe("מחסר");
    expect(titleIn({}, "en")).toBe("");
  });
});
