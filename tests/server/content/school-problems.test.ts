import { describe, expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { type Case, expectProblems } from "./expect-problems.ts";
import { changed, inFolder, problemsWith, SMALL_SCHOOL } from "./small-school.ts";

const SCHOOL = "school.yaml";
const GLOSSARY = "glossary.yaml";
const FAQ = "faq.yaml";
const THEN = "instructions/2-then.md";

const school = (from: string, to: string) => changed(SCHOOL, from, to);
const glossary = (from: string, to: string) => changed(GLOSSARY, from, to);
const faq = (from: string, to: string) => changed(FAQ, from, to);
const then = (from: string, to: string) => changed(THEN, from, to);

describe("school.yaml", () => {
  const cases: Case[] = [
    [
      "an unknown language",
      school("[en, he]", "[en, he, hb]"),
      [SCHOOL, "hb", 'must be one of en, es, de, fr, el, he, tr, not "hb"'],
    ],
    [
      "a language twice",
      school("[en, he]", "[en, he, en]"),
      [SCHOOL, "languages", '"en" stands here a second time'],
    ],
    [
      "no English",
      school("[en, he]", "[he]"),
      [SCHOOL, "languages", '"en" must be among the languages'],
    ],
    [
      "a product in small letters",
      school("[PM]", "[PM, pm]"),
      [SCHOOL, "products", '"products" must be upper-case'],
    ],
    [
      "a product that climbs out",
      school("[PM]", "[PM, ../PM]"),
      [SCHOOL, "products", '"products" must be upper-case'],
    ],
    [
      "a product twice",
      school("[PM]", "[PM, PM]"),
      [SCHOOL, "products", '"PM" stands here a second time'],
    ],
    [
      "no name",
      school("  name: Small School\n", ""),
      [SCHOOL, "organisation:", '"name" is missing'],
    ],
    [
      "an unknown field of the organisation",
      school("email:", "e-mail: x\n  email:"),
      [SCHOOL, "e-mail", 'did you mean "email"?'],
    ],
    [
      "an unknown field of the footer",
      school("url:", "website: x\n    url:"),
      [SCHOOL, "website", '"website" is no field'],
    ],
    [
      "a script as an address",
      school("https://small.example/", "javascript:alert(1)"),
      [SCHOOL, "url:", "must be an address that begins with https://"],
    ],
    [
      "a logo that is not there",
      school("logo.png", "no.png"),
      [SCHOOL, "logo:", 'There is no file "no.png"'],
    ],
    [
      "a logo that is no PNG",
      { "logo.png": "<svg/>" },
      [SCHOOL, "logo:", '"logo.png" is no PNG picture'],
    ],
    [
      "a logo from elsewhere",
      school("logo.png", "../logo.png"),
      [SCHOOL, "logo:", "leads out of its folder"],
    ],
    [
      "a download that is neither allowed nor not",
      school("download_available: true", "download_available: maybe"),
      [SCHOOL, "download", "must be true or false"],
    ],
    [
      "a telephone that YAML takes for a number",
      school('"+44 20"', "4420"),
      [SCHOOL, "telephone", "put it in quotes"],
    ],
  ];
  expectProblems(cases);

  test("is needed", async () => {
    const found = await problemsWith({ [SCHOOL]: null });
    expect(found).toEqual([
      { file: SCHOOL, line: 1, message: "The school's folder needs this file." },
    ]);
  });

  test("is one problem for each thing that is missing when it is empty", async () => {
    const found = await problemsWith({ [SCHOOL]: "" });
    expect(found.filter(({ file }) => file === SCHOOL)).toEqual([
      { file: SCHOOL, line: 1, message: '"school.yaml" must be a map of fields.' },
    ]);
  });
});

test("a language that the school promises is missed in every title without it", async () => {
  const found = await problemsWith(school("[en, he]", "[en, he, de]"));
  const missing = 'no text in "de"';
  expect(found.every(({ message }) => message.includes(missing))).toBe(true);
  const titles = Object.values(SMALL_SCHOOL).map((it) => String(it).match(/title: \{/g) ?? []);
  expect(found).toHaveLength(titles.flat().length);
});

describe("the glossary", () => {
  const cases: Case[] = [
    [
      "a picture that is not there",
      glossary("dart.svg", "drat.svg"),
      [
        GLOSSARY,
        "drat.svg",
        'There is no glossary picture "drat.svg" in glossary/; did you mean "dart.svg"?',
      ],
    ],
    [
      "a term twice",
      glossary(
        "- term: hem line",
        "- term: dart\n  en: {term: Dart, definition: x}\n- term: hem line",
      ),
      [GLOSSARY, 7, 'The glossary has a term "dart" already'],
    ],
    [
      "no English",
      glossary("  en:\n    term: hem line", "  he:\n    term: hem line"),
      [GLOSSARY, "- term: hem line", '"en" is missing'],
    ],
    [
      "no definition",
      glossary(", definition: טריז", ""),
      [GLOSSARY, "he:", '"definition" is missing'],
    ],
    [
      "an unknown language",
      glossary("  he:", "  hb:"),
      [GLOSSARY, "hb:", '"hb" is no field of this place'],
    ],
    [
      "an unknown term in a definition",
      glossary("It hangs.", "It [hangs](term:drop)."),
      [GLOSSARY, "term:drop", 'The glossary has no term "drop"'],
    ],
    [
      "a lesson's link in a definition",
      glossary("It hangs.", "It [hangs](lesson:hem)."),
      [GLOSSARY, "lesson:hem", "A link to a lesson can stand only in a lesson"],
    ],
    [
      "HTML in a definition",
      glossary("It hangs.", "It <b>hangs</b>."),
      [GLOSSARY, "<b>", "HTML is not taken in Markdown: </b>"],
      [GLOSSARY, "<b>", "HTML is not taken in Markdown: <b>"],
    ],
    [
      "a heading of level 1 in a definition",
      glossary("It hangs.", "# It hangs"),
      [GLOSSARY, "# It", "Headings start at level 2"],
    ],
    ["nothing more when it is no YAML", { [GLOSSARY]: "- term: [\n" }, [GLOSSARY, 2, ""]],
  ];
  expectProblems(cases);
});

describe("the questions", () => {
  const cases: Case[] = [
    [
      "no answer",
      faq("    answer: |\n      With a [dart](term:dart).\n\n      - Slowly.\n", ""),
      [FAQ, "en:\n", '"answer" is missing'],
    ],
    [
      "no category",
      faq("category: {en: Studying, he: לימוד}\n  en:", "en:"),
      [FAQ, 1, '"category" is missing'],
    ],
    [
      "an unknown term",
      faq("- Slowly.", "- [Slowly](term:slow)."),
      [FAQ, "term:slow", 'no term "slow"'],
    ],
    [
      "a picture",
      faq("- Slowly.", "- ![x](frame.svg)"),
      [FAQ, "frame.svg", "can stand only in a lesson"],
    ],
    [
      "an unknown field",
      faq("question:", "questoin: x\n    question:"),
      [FAQ, "questoin", 'did you mean "question"?'],
    ],
  ];
  expectProblems(cases);
});

describe("the instructions", () => {
  const cases: Case[] = [
    [
      "an unknown course",
      then("PMB", "PMX"),
      [THEN, "PMX", 'The school has no course "PMX"; did you mean "PMB"?'],
    ],
    [
      "another one's id",
      then("id: 2", "id: 1"),
      [
        "instructions/10-last.md",
        "id:",
        "The instruction id 1 belongs to instructions/2-then.md already",
      ],
    ],
    [
      "an unknown field",
      then("course:", "curse: PMB\ncourse:"),
      [THEN, "curse", 'did you mean "course"?'],
    ],
    [
      "a title without one of the languages",
      then(", he: Then", ""),
      [THEN, "title:", 'no text in "he"'],
    ],
    [
      "a heading of level 1",
      then("## Head", "# Head"),
      [THEN, "# Head", "Headings start at level 2"],
    ],
    ["a part", then("Do", "@part frame\nDo"), [THEN, "@part", "only in a main lesson"]],
    ["no text", then("## Head\n\nDo *this*.\n", ""), [THEN, 6, "This has no text"]],
    [
      "a translation without its English text",
      { "instructions/5-x.he.md": "א" },
      ["instructions/5-x.he.md", 1, "translates 5-x.md"],
    ],
  ];
  expectProblems(cases);
});

test("a folder that is not there is one problem", async () => {
  await inFolder({ "file.txt": "x" }, async (folder) => {
    for (const path of [`${folder}/nowhere`, `${folder}/file.txt`, `${folder}/a\0b`]) {
      const result = await compileSchool(path);
      expect(result.ok ? [] : result.failure).toEqual([
        { file: ".", line: 1, message: expect.stringContaining("There is no folder") },
      ]);
    }
  });
});

test("an empty folder is one problem", async () => {
  const result = await inFolder({}, compileSchool);
  expect(result.ok ? [] : result.failure).toEqual([
    { file: SCHOOL, line: 1, message: expect.stringContaining("needs this file") },
  ]);
});
