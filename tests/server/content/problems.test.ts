import { expect, test } from "vitest";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import { type Case, expectProblems, expectProblemsIn } from "./expect-problems.ts";
import {
  changed,
  type Files,
  lesson,
  problemsWith,
  SMALL_SCHOOL,
  schoolWith,
} from "./small-school.ts";

const SCHOOL = "school.yaml";

expectProblemsIn(SCHOOL, [
  ["[en, he]", "[en, he, hb]", `must be one of ${LANGUAGES.join(", ")}, not "hb"`],
  ["[en, he]", "[en, he, en]", '"en" is listed twice'],
  ["[PM]", "[PM, ../PM]", '"products" must be upper-case'],
  ["[PM]", "[PM, PM]", '"PM" is listed twice'],
  ["email:", "e-mail: x\n  email:", 'did you mean "email"?'],
  ["https://small.example/", "javascript:alert(1)", "must be an address that begins with https://"],
  [
    "desk@small.example",
    "desk@small",
    '"email" must be a mail address such as desk@school.example',
  ],
  ["    description: Small", "    email: no mail", '"email" must be a mail address'],
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
  ["dart.svg", "drat.svg", 'picture "drat.svg" in glossary/; did you mean "dart.svg"?'],
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
  ["id: 2", "id: 1", ["instructions/10-last.md", "id:", "belongs to instructions/2-then.md"]],
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

const COURSE = "PM/course.yaml";

const second = (
  product: number,
  course: number,
  key: string,
  text = lesson(900, "Seam"),
): Files => ({
  ...changed("school.yaml", "[PM]", "[PM, SW]"),
  "SW/lessons/seam.md": text,
  "SW/course.yaml": `product: {id: ${product}, title: {en: Sewing, he: תפירה}, description: {en: Sewing}}
menu:
  - key: skirt
    title: {en: Seams, he: תפרים}
    descr: {en: Seams}
    sections: [{title: {en: Seams, he: תפרים}, lessons: [seam]}]
courses: {${key}: {id: ${course}, title: {en: Seams, he: תפרים}, weeklyTarget: 1}}
`,
});

expectProblemsIn(COURSE, [
  ["[hem]", "[hem, heem]", 'There is no lesson "heem"; did you mean "hem"?'],
  ["en: Draft, ", "", ["he: שרטוט", '"title" has no text in "en"']],
  [
    "key: more",
    "key: More",
    '"key" must be lower-case',
    ["menus: [skirt, more]", 'no menu entry "more"'],
    ["{id: 3", 'no menu entry "more"'],
  ],
  [", h: 90", "", ["tile:", '"h" is missing']],
  ["menus: [skirt, more]", "menus: [skirt, more, mroe]", 'entry "mroe"; did you mean "more"?'],
  ["menus: [skirt, more]", "menus: [skirt, more, skirt]", '"skirt" is listed twice'],
  ["menus: [skirt, more]", "menus: [skirt]", ["{id: 3", 'no menu entry "more"']],
  ["menus: [more]", "menus: [more, skirt]", '"skirt" already belongs to package 2'],
  [
    "lessons: [hem]",
    "lessons: []",
    "This section has no lessons yet",
    ["{id: 3", "This package has no lessons yet."],
    ["PM/lessons/hem.md", 1, "No menu and no @part names this lesson."],
  ],
  ["id: 3,", "id: 2,", "This course already has a package 2"],
  ["sheet.pdf", "shet.pdf", 'There is no asset "shet.pdf"'],
  ["pdf: sheet.pdf", "pdf: {en: sheet.pdf, he: shet.pdf}", 'There is no asset "shet.pdf"'],
  ["sheet.pdf", "frame.svg", "files ending in .pdf"],
  ["- id: 2", "- id: 1", ["PMS:", 'Package 1 has the sheet "sheet.pdf" in course PMB']],
  ["[hem]", "[hem, frame]", "twice in the order of PMB", "twice in the order of PMS"],
  [
    "weeklyTarget: 5",
    "weeklyTarget: 5\n    icon: fram.svg",
    'There is no icon "fram.svg" in PM/icons/; did you mean "frame.svg"?',
  ],
  ["PMS:", "pms:", 'The key "pms" of a course must be upper-case'],
  ["id: 12", "id: 11", ["id: 11\n    title: {en: Skirts", "already belongs to course PMB"]],
]);

const withPicture = lesson(900, "Seam").replace("Text.", "![x](frame.svg)");
const taken = (at: string, message: string, changes: Files): Case => [
  message,
  changes,
  ["SW/course.yaml", at, message],
];
expectProblems([
  [
    "no course.yaml",
    { [COURSE]: null, "instructions/2-then.md": null },
    ["school.yaml", "products:", "The product PM needs a file PM/course.yaml."],
  ],
  ["a course.yaml that is no YAML", { [COURSE]: "product: {\n" }, [COURSE, 2, ""]],
  taken("id: 1,", "The product id 1 already belongs to PM", second(1, 50, "SWB")),
  taken("id: 11", "The course id 11 already belongs to course PMB", second(2, 11, "SWB")),
  taken("PMB:", 'The school already has a course "PMB"', second(2, 50, "PMB")),
  [
    "a file of another product",
    second(2, 50, "SWB", withPicture),
    ["SW/lessons/seam.md", "frame.svg", 'There is no asset "frame.svg" in SW/assets/'],
  ],
]);

const shown = (fields: string) =>
  changed(
    COURSE,
    "    weeklyTarget: 3\n",
    `    weeklyTarget: 3\n    public:\n${fields.replace(/^/gm, "      ")}\n`,
  );
expectProblems(
  [
    ["free_lesson: hemm", 'no lesson "hemm"; did you mean "hem"?'],
    ["picture: nothing.svg", 'There is no asset "nothing.svg"'],
    ["enrol: javascript:alert(1)", '"enrol" must be mail, or an address'],
    ["price: {he: חינם}", '"price" has no text in "en"'],
    ["shown: maybe", '"shown" must be true or false'],
    ["words: {en: Hello}", '"words" is not a field here'],
  ].map(([field = "", message = ""]): Case => [field, shown(field), [COURSE, field, message]]),
);

const FRAME = "PM/lessons/frame.md";
const MAIN = "PM/lessons/darts_ml.md";
const HEM = "PM/lessons/hem.md";
const HEBREW = "PM/lessons/frame.he.md";

type Rows = Parameters<typeof expectProblemsIn>[1];
type Row<Change> = Change extends [string, ...infer Others] ? Others : never;

/** Each of these texts of the lesson `hem` is reported. */
const expectInText = (rows: Row<Rows[number]>[]) =>
  expectProblemsIn(
    HEM,
    rows.map((row) => ["Text.", ...row]),
  );

// What else a text must not have is shown by the unit tests of `readPages`.
expectInText([
  ["one\ntwo ![x](hme.svg)", ["hme.svg", 'There is no asset "hme.svg" in PM/assets/']],
  ["![x](pin.mp4?poster=nil.png)", "There is no asset"],
  ["![x](Frame.svg)", 'did you mean "frame.svg"?'],
  ["[x](asset:tool.exe)", "files ending in .svg, .png"],
  ["![x](sheet.pdf)", "is not allowed here"],
  ["![x](draft-figures/x.svg)", "name one as draft:BLOCK/FIGURE"],
  ["![x](../icons/frame.svg)", "leads out"],
  ["[x](asset:%2e%2e/%2e%2e/x.pdf)", "leads out of its folder"],
  ["[x](asset:/etc/x.pdf)", "leads out"],
  ["[x](asset:a\\b.pdf)", "leads out"],
  ["[x](asset:a%00.pdf)", "not a file name"],
  ["Text.\n@part dart-end", "@part is allowed only in a main lesson"],
]);
expectProblemsIn(FRAME, [
  ["icon: frame.svg", "icon: farm.svg", "There is no icon"],
  [
    "task.pdf\n  image: task.svg",
    "no.pdf\n  image: no.svg",
    "There is no assignment file",
    ["image:", "There is no assignment file"],
  ],
  ["skirt-block", "skirt-blok", 'There is no block "skirt-blok"; did you mean "skirt-block"?'],
  ["halfHip: frame", "halfHp: frame", 'no length "halfHp"; did you mean "halfHip"?'],
  ["seam.side", "seam.sid", 'no length "seam.sid"; did you mean "seam.side"?'],
  ["halfHip: frame", "halfHip: fram", 'There is no lesson "fram"; did you mean "frame"?'],
  ["block: skirt-block\n", "", ["draft:", '"block" is missing']],
  ["    - {en: Labelled}", "    - Labelled", '"criteria" must be a map of fields'],
]);

expectProblemsIn(HEBREW, [
  ["# קווים", "---\nid: 1\n---\n# קווים", "A translation has no front matter"],
  ["עוד\n", "עוד\n\n# שלוש\n\nג\n", "This has 3 pages, the original 2 pages."],
  ["\n# סרט\n", "", ["# קווים", "This has 1 page, the original 2 pages."]],
  ["עוד", "עוד\n@part dart-end", "@part belongs in the original only"],
]);
expectProblemsIn(MAIN, [
  ["@part dart-end", "@part dart-edn\n@part dart-end", '"dart-edn"; did you mean "dart-end"?'],
  ["@part dart-end", "@part dart-end\n@part dart-shape", '"dart-shape" is already a part'],
  ["@part dart-end", "@part dart-end\n@part darts_ml", "is a main lesson and cannot be a part"],
]);
expectProblems([
  [
    "a main lesson without parts",
    {
      "PM/lessons/frame_ml.md": lesson(300, "Frame"),
      ...changed("PM/course.yaml", "[hem]", "[hem, frame_ml]"),
    },
    ["PM/lessons/frame_ml.md", 1, "A main lesson needs parts"],
  ],
  [
    "a key with _ml inside",
    {
      [MAIN]: null,
      "PM/lessons/darts_ml2.md": SMALL_SCHOOL[MAIN],
      ...changed("PM/course.yaml", "darts_ml", "darts_ml2"),
    },
    ["PM/lessons/darts_ml2.md", 1, '"_ml" marks a main lesson'],
  ],
]);

expectProblemsIn(HEM, [
  ["type: text", "type: text\nicno: x.svg", '"icno" is not a field here; did you mean "icon"?'],
  ["type: text", "type: film", 'must be one of text, video, figure, assignment, not "film"'],
  ["id: 208\n", "", ["title:", '"id" is missing']],
  ["208", "201", "The lesson id 201 already belongs to PM/lessons/frame.md."],
  ["en: Hem, ", "", ["title:", '"title" has no text in "en"']],
  ["he: Hem", "he: Hem, xx: Hem", '"xx" is not a language'],
  ["{en: Hem, he: Hem}", "{en: Hem", [4, "must be sufficiently indented and end with a }"]],
  ["text\n---", "text", [1, "The front matter does not end"]],
  ["type: text", "type: assignment", 'needs the field "assignment"'],
]);
expectProblems([
  ["no front matter", { [HEM]: "# Hem\n\nText.\n" }, [HEM, 1, "The front matter is missing"]],
  ["another encoding", { [HEM]: Buffer.from("---\n\xe9\n", "latin1") }, [HEM, 2, "not in UTF-8"]],
]);
const names = [
  ["gone.he.md", "This translates gone.md, which is not there."],
  ["hem.xx.md", '"xx" is not a language'],
  ["hem.en.md", 'The text in "en", the school\'s first language, is named hem.md.'],
  ["Hem2.md", 'The key "Hem2" must be lower-case'],
  ["notes.txt", "A text's file is named KEY.md"],
] as const;
expectProblems(
  names.map(([name, message]) => {
    const path = `PM/lessons/${name}`;
    return [`the file ${path}: ${message}`, { [path]: lesson(300, "Hem") }, [path, 1, message]];
  }),
);
