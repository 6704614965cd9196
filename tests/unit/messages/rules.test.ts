import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import terms from "../../../resources/trade-terms.json" with { type: "json" };
import { checkCatalogue, checkPlurals, checkUse } from "../../../scripts/messages/rules.ts";
import { checkTerms } from "../../../scripts/messages/trade-terms.ts";
import { verifyArguments } from "../../../scripts/messages/verify-arguments.ts";
import { temporaryFolder } from "../../server/support/temporary-folder.ts";

const catalogue = (messages: Record<string, string>) => JSON.stringify(messages, null, 2);

const good = {
  "lesson.count": "{count, plural, one {# lesson} other {# lessons}}",
  "lesson.title": "{title} in <b>{course}</b>",
};
const titled = (title: string) => ({ ...good, "lesson.title": title });
const english = catalogue(good);

test.each([
  ["of nothing if nothing is wrong", good, []],
  ["of an empty message", titled(" "), ["lesson.title has no text"]],
  ["of nothing that is compared elsewhere", { "lesson.title": "{title" }, []],
])("a translation is accused %s", (_, messages, faults) => {
  expect(checkCatalogue(catalogue(messages), english)).toEqual(faults);
});

test("a translation is refused when a select has other choices than in English", () => {
  const message = (choices: string) => catalogue({ "a.a": `{shape, select, ${choices}}` });
  const original = message("round {a circle} other {<b>{shape}</b>}");
  expect(checkCatalogue(message("other {{shape}} round {Kreis}"), original)).toEqual([]);
  expect(checkCatalogue(message("runde {Kreis} other {}"), original)).toEqual([
    'a.a chooses by "shape of other, runde", English by "shape of other, round"',
  ]);
});

test("a translation is refused when keys are out of order or stand twice", () => {
  const twice = '{\n"b.b": "b",\n"a.a": "a",\n"b.b": "b"\n}';
  expect(checkCatalogue(twice, catalogue({ "a.a": "a", "b.b": "b" }))).toEqual([
    "stands twice: b.b",
    "out of order: a.a",
  ]);
});

test("Hebrew plurals need a form for two", () => {
  expect(checkPlurals(english, "he")).toEqual(["lesson.count has no form for two"]);
  expect(checkPlurals(english, "en")).toEqual([]);
});

test("a plural form that the language never uses is named", () => {
  const text = catalogue({ "a.a": "{n, plural, one {1} two {2} other {#}}" });
  expect(checkPlurals(text, "en")).toEqual(["a.a has forms that are never used: two"]);
});

const PREFIXED = '"session.end" "session.v1" "session.ts" "valtio.proxy"';

test.each([
  ["unused and missing ones", ["lesson.done", "lesson.open"], '"lesson.done" "lesson.shut"', 2],
  ["those of a template", ["lesson.open-1", "lesson.open"], `\`lesson.open-\${part}\``, 1],
  ["no storage keys, files and prefixes", ["session.end"], PREFIXED, 0],
])("messages are compared with their use: %s", (_, ids, source, count) => {
  const faults = ["no source names the message lesson.open", "there is no message lesson.shut"];
  expect(checkUse(ids, [source])).toEqual(faults.slice(0, count));
});

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

const verify = (german: Record<string, string>) => {
  const folder = temporaryFolder();
  for (const [language, messages] of Object.entries({ en: good, de: german }))
    writeFileSync(path.join(folder, `${language}.json`), catalogue(messages));
  const { status, stdout, stderr } = spawnSync(process.execPath, verifyArguments(folder));
  return { status, said: `${stdout}${stderr}` };
};

test("translations compared with English pass with the same keys, and the same places in another order", () => {
  expect(verify(titled("<b>{course}</b>: {title}")).status).toBe(0);
});

test.each([
  ["a missing message", { "lesson.title": good["lesson.title"] }, "lesson.count"],
  ["a misspelt place", titled("{title}: <b>{curse}</b>"), "Missing variable course"],
  ["a lost tag", titled("{title} in {course}"), "Different number of variables"],
])("translations compared with English fail with %s, which is named", (_, german, problem) => {
  const { status, said } = verify(german);
  expect(status).toBe(1);
  expect(said).toContain(problem);
});
