import { describe } from "vitest";
import { type Case, expectProblems, expectProblemsIn } from "./expect-problems.ts";
import { changed, type Files, lesson } from "./small-school.ts";

const COURSE = "PM/course.yaml";

/** The small school with a second product of these ids, and its lesson. */
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

describe("the menu", () => {
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
  ]);
});

describe("the courses", () => {
  expectProblemsIn(COURSE, [
    [
      "menus: [skirt, more]",
      "menus: [skirt, more, mroe]",
      'no menu entry "mroe"; did you mean "more"?',
    ],
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
    [
      "[hem]",
      "[hem, frame]",
      '"frame" appears twice in the order of PMB',
      '"frame" appears twice in the order of PMS',
    ],
    [
      "weeklyTarget: 5",
      "weeklyTarget: 5\n    icon: fram.svg",
      'There is no icon "fram.svg" in PM/icons/; did you mean "frame.svg"?',
    ],
    ["PMS:", "pms:", 'The key "pms" of a course must be upper-case'],
    [
      "id: 12",
      "id: 11",
      ["id: 11\n    title: {en: Skirts", "The course id 11 already belongs to course PMB"],
    ],
  ]);
});

describe("the product", () => {
  const withPicture = lesson(900, "Seam").replace("Text.", "![x](frame.svg)");
  expectProblems([
    [
      "no course.yaml",
      { [COURSE]: null, "instructions/2-then.md": null },
      ["school.yaml", "products:", "The product PM needs a file PM/course.yaml."],
    ],
    ["a course.yaml that is no YAML", { [COURSE]: "product: {\n" }, [COURSE, 2, ""]],
    [
      "another product's id",
      second(1, 50, "SWB"),
      ["SW/course.yaml", "id: 1,", "The product id 1 already belongs to PM"],
    ],
    [
      "a course's id in another product",
      second(2, 11, "SWB"),
      ["SW/course.yaml", "id: 11", "The course id 11 already belongs to course PMB"],
    ],
    [
      "a course's key in another product",
      second(2, 50, "PMB"),
      ["SW/course.yaml", "PMB:", 'The school already has a course "PMB"'],
    ],
    [
      "a file of another product",
      second(2, 50, "SWB", withPicture),
      ["SW/lessons/seam.md", "frame.svg", 'There is no asset "frame.svg" in SW/assets/'],
    ],
  ]);
});

describe("what a course shows to everybody", () => {
  /** The small school whose second course shows this. */
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
});
