import { expect, test } from "vitest";
import {
  textIn,
  textsOf,
  titleIn,
  titleLanguage,
  translated,
} from "../../../src/domain/translated.ts";
import { hasSameBody, translationStart } from "../../../src/domain/translation-start.ts";

const translations = [
  { language: "en", title: "Dart" },
  { language: "he", title: "מחסר" },
  { language: "de", title: "" },
];

const ONLY_HEBREW = [{ language: "he", title: "מחסר" }];

test.each([
  ["that language", translations, "he", "מחסר"],
  ...["fr", "de", "", "EN"].map((language) => ["English", translations, language, "Dart"] as const),
  ["the plain field, without translations", [], "he", "plain"],
  ["the plain field, without English", ONLY_HEBREW, "de", "plain"],
] as const)("a field is shown in %s", (_, translations, language, shown) => {
  expect(translated({ title: "plain", translations }, "title", language)).toBe(shown);
});

test("a field in a language is empty rather than undefined", () => {
  expect(translated<"title">({ translations: [] }, "title", "en")).toBe("");
  expect(translated<"descr">({ translations: [{ language: "en" }] }, "descr", "en")).toBe("");
});

test.each([
  [{ en: "Dart", he: "מחסר" }, "he", "מחסר", "he"],
  [{ en: "Dart", he: "" }, "he", "Dart", "en"],
  [{ en: "", he: "מחסר" }, "de", "מחסר", "he"],
  [{}, "de", "", "de"],
])("of the titles %j one in %s is %j, in %s", (titles, language, shown, shownIn) => {
  expect([titleIn(titles, language), titleLanguage(titles, language)]).toEqual([shown, shownIn]);
});

test.each([
  ["the person's language", ["he", "de"], "he"],
  ["the school's first language before English", ["fr", "de"], "de"],
  ["English before any other", ["fr", "tr"], "en"],
])("of several languages that are read, a text is in %s", (_, reads, shown) => {
  const titles = { he: "מחסר", de: "Abnäher", en: "Dart" };
  const list = Object.entries(titles).map(([language, title]) => ({ language, title }));
  expect(titleLanguage(titles, reads)).toBe(shown);
  expect(textIn(list, "title", reads).language).toBe(shown);
});

test("the untranslated field of a school without English is in the language of its translation", () => {
  const translations = [{ language: "de", title: "Rock" }];
  expect(textsOf({ title: "Rock", translations }, "title")).toEqual({ de: "Rock" });
});

test("the texts of a field have the untranslated field as the English one, as it is shown for it", () => {
  const texts = textsOf({ title: "plain", translations: ONLY_HEBREW }, "title");
  expect(texts).toEqual({ en: "plain", he: "מחסר" });
  expect(titleIn(textsOf<"title">({ translations: [] }, "title"), "de")).toBe("");
});

const ONLY_TERM = [{ language: "he", term: "מחסר" }];
const both = [
  { language: "he", term: "מחסר", definition: " " },
  { language: "en", term: "dart", definition: "A wedge." },
];
const three = [...ONLY_TERM, { language: "de" }, ...both.slice(1)];

test.each([
  ["the requested language", both, "term", "he", "מחסר", "he"],
  ["English where the requested one is blank", both, "definition", "he", "A wedge.", "en"],
  ["English where the requested one is missing", both, "definition", "de", "A wedge.", "en"],
  ["English before any other language", three, "term", "de", "dart", "en"],
  ["any language if there is no English", ONLY_TERM, "term", "de", "מחסר", "he"],
  ["no language if there is none", [], "term", "de", "", "de"],
] as const)("a listed text is in %s, and named so", (_, list, field, language, text, shownIn) => {
  expect(textIn<string>(list, field, language)).toEqual({ text, language: shownIn });
});

test.each([
  ["a heading and a paragraph", "# Which paper\n\nTake a pencil.\nSharpen it.\n", "# ✎\n\n✎\n"],
  ["a picture with its caption", '![A sheet](a/b.svg "Figure 1")', '![✎](a/b.svg "✎")'],
  ["a film", "![How to pin](pin.mp4?poster=pin.svg)", "![✎](pin.mp4?poster=pin.svg)"],
  [
    "numbers of one's own, also in a caption",
    'Half is [50 cm](draft:skirt.half).\n\n![R](draft:skirt/frame "A–D is [50 cm](draft:skirt.half)")',
    '✎ [50 cm](draft:skirt.half).\n\n![✎](draft:skirt/frame "✎ [50 cm](draft:skirt.half)")',
  ],
  [
    "terms and links",
    "A [dart](term:dart), [it](<term:waist line>).",
    "✎ [✎](term:dart), [✎](<term:waist line>).",
  ],
  ["a list", "1. First\n2. Then\n   - and", "1. ✎\n2. ✎\n   - ✎"],
  [
    "a table",
    "| A | [1 cm](draft:length) |\n|---|---|\n| b | c |",
    "| ✎ | [1 cm](draft:length) |\n|---|---|\n| ✎ | ✎ |",
  ],
  ["the parts of a main lesson, which the original names", "# A\n\n@part b\n@part c\n", "# ✎\n\n"],
  ["what stands above the text", "---\nid: 1\n---\n# A\n", "# ✎\n"],
])("a translation begins with %s", (_, original, start) => {
  expect(translationStart(original)).toBe(start);
});

test("a title above the text does not change what a translator reads", () => {
  const original = "---\nid: 1\n---\n# A\n";
  expect(hasSameBody(original, "---\nid: 1\ntitle: {he: B}\n---\n# A\n")).toBe(true);
  expect(hasSameBody(original, "---\nid: 1\n---\n# B\n")).toBe(false);
});
