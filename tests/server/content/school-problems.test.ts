import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { type Case, expectProblems } from "./expect-problems.ts";
import { changed, inFolder, problemsWith, SMALL_SCHOOL } from "./small-school.ts";

const SCHOOL = "school.yaml";

const school = (from: string, to: string) => changed(SCHOOL, from, to);

describe("school.yaml", () => {
  const cases: Case[] = [
    [
      "an unknown language",
      school("[en, he]", "[en, he, hb]"),
      [SCHOOL, "hb", `must be one of ${LANGUAGES.join(", ")}, not "hb"`],
    ],
    [
      "a language twice",
      school("[en, he]", "[en, he, en]"),
      [SCHOOL, "languages", '"en" is listed twice'],
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
    ["a product twice", school("[PM]", "[PM, PM]"), [SCHOOL, "products", '"PM" is listed twice']],
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
      [SCHOOL, "website", '"website" is not a field'],
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
      [SCHOOL, "logo:", '"logo.png" is not a PNG picture'],
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
      "an accent colour by its name",
      school('"#A03050"', "crimson"),
      [SCHOOL, "accent", '"accent" must be a colour such as "#a03050"'],
    ],
    [
      "an accent colour with transparency",
      school('"#A03050"', '"#a0305080"'),
      [SCHOOL, "accent", '"accent" must be a colour such as "#a03050"'],
    ],
    [
      "an accent colour that YAML takes for a comment",
      school('"#A03050"', "#a03050"),
      [SCHOOL, "accent", '"accent" is empty: put the colour in quotes'],
    ],
    [
      "a telephone that YAML takes for a number",
      school('"+44 20"', "4420"),
      [SCHOOL, "telephone", "put it in quotes"],
    ],
    [
      "a time zone that there is not",
      school("Asia/Jerusalem", "Asia/Jerusalm"),
      [
        SCHOOL,
        "time_zone",
        '"Asia/Jerusalm" is not a time zone such as "Europe/Athens"; did you mean "Asia/Jerusalem"?',
      ],
    ],
    [
      "a time zone in lower case",
      school("Asia/Jerusalem", "asia/jerusalem"),
      [SCHOOL, "time_zone", 'did you mean "Asia/Jerusalem"?'],
    ],
    [
      "an offset for a time zone",
      school("Asia/Jerusalem", '"+02:00"'),
      [SCHOOL, "time_zone", '"+02:00" is not a time zone such as "Europe/Athens".'],
    ],
    [
      "a number for a time zone",
      school("Asia/Jerusalem", "2"),
      [SCHOOL, "time_zone", '"time_zone" must be text'],
    ],
    [
      "an announcement for a day that there is not",
      school("to: 2026-03-31", "to: 2026-02-30"),
      [SCHOOL, "to:", '"2026-02-30" is not a valid date'],
    ],
    [
      "an announcement with words for a day",
      school("from: 2026-03-01", "from: in March"),
      [SCHOOL, "from:", "must be a date such as 2026-03-31"],
    ],
    [
      "an announcement that ends before it begins",
      school("to: 2026-03-31", "to: 2026-02-28"),
      [SCHOOL, "to:", '"to" is before "from"'],
    ],
    [
      "an announcement without English",
      school("    en: {title: Closed, body: On Friday.}\n", ""),
      [SCHOOL, "- id: 3", '"en" is missing'],
    ],
    [
      "two announcements with one id",
      school(
        "tutor_talk",
        "  - {id: 3, from: 2026-05-01, to: 2026-05-02, en: {title: x, body: x}}\ntutor_talk",
      ),
      [SCHOOL, "- {id: 3", "The announcement id 3 already belongs to another announcement"],
    ],
    [
      "tutors who answer neither here nor by mail",
      school("tutor_talk: mail", "tutor_talk: phone"),
      [SCHOOL, "tutor_talk", 'must be one of here, mail, not "phone"'],
    ],
  ];
  expectProblems(cases);

  test("is required", async () => {
    const found = await problemsWith({ [SCHOOL]: null });
    expect(found).toEqual([
      { file: SCHOOL, line: 1, message: "The school's folder needs this file." },
    ]);
  });

  test("is reported once for each missing key when it is empty", async () => {
    const found = await problemsWith({ [SCHOOL]: "" });
    expect(found.filter(({ file }) => file === SCHOOL)).toEqual([
      { file: SCHOOL, line: 1, message: '"school.yaml" must be a map of fields.' },
    ]);
  });
});

test("a title without one of the school's languages is reported", async () => {
  const found = await problemsWith(school("[en, he]", "[en, he, de]"));
  const missing = 'no text in "de"';
  expect(found.every(({ message }) => message.includes(missing))).toBe(true);
  const titles = Object.values(SMALL_SCHOOL).map((it) => String(it).match(/title: \{/g) ?? []);
  expect(found).toHaveLength(titles.flat().length);
});

test("a missing folder is one problem", async () => {
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
