import { expect, test } from "vitest";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import { expectProblems, expectProblemsIn } from "./expect-problems.ts";
import { changed, problemsWith, schoolWith } from "./small-school.ts";

const SCHOOL = "school.yaml";

expectProblemsIn(SCHOOL, [
  ["[en, he]", "[en, he, hb]", `must be one of ${LANGUAGES.join(", ")}, not "hb"`],
  ["[en, he]", "[en, he, en]", '"en" is listed twice'],
  ["[PM]", "[PM, ../PM]", '"products" must be upper-case'],
  ["[PM]", "[PM, PM]", '"PM" is listed twice'],
  ["email:", "e-mail: x\n  email:", 'did you mean "email"?'],
  ["https://small.example/", "javascript:alert(1)", "must be an address that begins with https://"],
  ["logo.png", "../logo.png", "leads out of its folder"],
  ['"#A03050"', "crimson", '"accent" must be a colour such as "#a03050"'],
  ['"#A03050"', "#a03050", '"accent" is empty: put the colour in quotes'],
  ["Asia/Jerusalem", "asia/jerusalm", 'did you mean "Asia/Jerusalem"?'],
  ["Asia/Jerusalem", '"+02:00"', '"+02:00" is not a time zone such as "Europe/Athens".'],
  ["to: 2026-03-31", "to: 2026-02-28", '"to" is before "from"'],
  ["to: 2026-03-31", "to: 2026-02-30", '"2026-02-30" is not a valid date'],
  ["to: 2026-03-31", "to: 2026-13-01", '"2026-13-01" is not a valid date'],
  ["to: 2026-03-31", "to: 2026-03-31x", '"to" must be a date such as 2026-03-31'],
  ["    en: {title: Closed, body: On Friday.}\n", "", ["- id: 3", '"en" is missing']],
  [
    "tutor_talk",
    "  - {id: 3, from: 2026-05-01, to: 2026-05-02, en: {title: x, body: x}}\ntutor_talk",
    "The announcement id 3 already belongs to another announcement",
  ],
]);
test.each([
  ["is not there", null, "The school's folder needs this file."],
  ["is empty", "", '"school.yaml" must be a map of fields.'],
])("school.yaml is one problem if it %s", async (_, text, message) => {
  const found = await problemsWith({ [SCHOOL]: text });
  expect(found.filter(({ file }) => file === SCHOOL)).toEqual([{ file: SCHOOL, line: 1, message }]);
});

expectProblemsIn("glossary.yaml", [
  [
    "dart.svg",
    "drat.svg",
    'There is no glossary picture "drat.svg" in glossary/; did you mean "dart.svg"?',
  ],
  [
    "- term: hem line",
    "- term: dart\n  en: {term: Dart, definition: x}\n- term: hem line",
    'The glossary already has a term "dart"',
  ],
  [
    "  en:\n    term: hem line",
    "  he:\n    term: hem line",
    ["- term: hem line", '"en" is missing'],
  ],
  ["  he:", "  hb:", '"hb" is not a field here'],
  ["It hangs.", "It [hangs](term:drop).", 'The glossary has no term "drop"'],
]);

expectProblemsIn("faq.yaml", [
  ["    question: How?\n", "", ["en:\n", '"question" is missing']],
  ["category: {en: Studying, he: לימוד}\n  en:", "en:", '"category" is missing'],
  ["- Slowly.", "- [Slowly](term:slow).", 'no term "slow"'],
]);

expectProblemsIn("instructions/2-then.md", [
  ["PMB", "PMX", 'The school has no course "PMX"; did you mean "PMB"?'],
  [
    "id: 2",
    "id: 1",
    ["instructions/10-last.md", "id:", "already belongs to instructions/2-then.md"],
  ],
  ["Do", "@part frame\nDo", "only in a main lesson"],
  ["## Head\n\nDo *this*.\n", "", [6, "This has no text"]],
]);
expectProblems([
  ["no YAML, and nothing more", { "glossary.yaml": "- term: [\n" }, ["glossary.yaml", 2, ""]],
  [
    "a translation of instructions without its original",
    { "instructions/5-x.he.md": "א" },
    ["instructions/5-x.he.md", 1, "translates 5-x.md"],
  ],
]);

/** The small school with an imprint. */
const imprint = (text: string) =>
  changed(
    SCHOOL,
    "voice_answers: false\n",
    `voice_answers: false\npages:\n  imprint:\n    en: |\n      ${text}\n`,
  );

expectProblems([
  ["a script's link", imprint("[x](javascript:alert)"), [SCHOOL, "[x]", "must be an address"]],
  ["HTML on a page", imprint("Hello <b>"), [SCHOOL, "Hello <b>", "HTML is not allowed"]],
  ["a picture on a page", imprint("![x](x.png)"), [SCHOOL, "![x]", "This page has no pictures"]],
]);

test("a page about the school has headings, lists, tables and links to the web", async () => {
  const { publicSite } = await schoolWith(
    imprint("# Us\n\n      - [Write](mailto:a@b.example), [see](https://b.example/?a=1&b=2)"),
  );
  expect(publicSite.pages.imprint.en).toBe(
    '<h2>Us</h2>\n<ul>\n<li><a href="mailto:a@b.example">Write</a>, <a href="https://b.example/?a=1&amp;b=2">see</a></li>\n</ul>',
  );
});
