import { describe } from "vitest";
import { type Case, expectProblems } from "./expect-problems.ts";
import { changed, type Files, lesson, SMALL_SCHOOL } from "./small-school.ts";

const COURSE = "PM/course.yaml";
const course = (from: string, to: string): Files => changed(COURSE, from, to);

/** The small school with a second product, like the first one except for the given fields. */
const withSecondProduct = (ids: { product: number; course: number; key: string }): Files => ({
  ...changed("school.yaml", "[PM]", "[PM, SW]"),
  "SW/lessons/seam.md": lesson(900, "Seam"),
  "SW/course.yaml": `product:
  id: ${ids.product}
  title: {en: Sewing, he: תפירה}
  description: {en: Sewing}
menu:
  - key: skirt
    title: {en: Seams, he: תפרים}
    descr: {en: Seams}
    sections:
      - {title: {en: Seams, he: תפרים}, lessons: [seam]}
courses:
  ${ids.key}:
    id: ${ids.course}
    title: {en: Seams, he: תפרים}
    weeklyTarget: 1
`,
});

describe("the menu", () => {
  const cases: Case[] = [
    [
      "a lesson that is not there",
      course("[hem]", "[hem, heem]"),
      [COURSE, "heem", 'There is no lesson "heem"; did you mean "hem"?'],
    ],
    [
      "an unknown field",
      course("descr: {en: The skirt}", "descr: {en: The skirt}\n    desc: x"),
      [COURSE, "desc: x", '"desc" is not a field here; did you mean "descr"?'],
    ],
    [
      "a section's unknown field",
      course("tile:", "title_size: 1\n        tile:"),
      [COURSE, "title_size", "not a field here"],
    ],
    [
      "a title without one of the languages",
      course(", he: שרטוט", ""),
      [COURSE, "Draft", '"title" has no text in "he"'],
    ],
    [
      "a description without English",
      course("{en: The skirt}", "{he: חצאית}"),
      [COURSE, "descr: {he", '"descr" has no text in "en"'],
    ],
    [
      "a key in capitals",
      course("key: more", "key: More"),
      [COURSE, "key: More", '"key" must be lower-case'],
      [COURSE, "menus: [skirt, more]", 'no menu entry "more"'],
      [COURSE, "{id: 3", 'no menu entry "more"'],
    ],
    ["a tile without a height", course(", h: 90", ""), [COURSE, "tile:", '"h" is missing']],
    ["a tile of no size", course("h: 90", "h: 0"), [COURSE, "tile:", '"h" must be a whole number']],
    [
      "a section without lessons",
      course(
        "lessons: [hem]",
        "lessons: [hem]\n      - title: {en: No, he: לא}\n        lessons: []",
      ),
      [COURSE, "lessons: []", '"lessons" has nothing in it'],
    ],
    [
      "an anchor's alias",
      course("lessons: [hem]", "lessons: [&x hem, *x]"),
      [COURSE, "*x", "uses an alias"],
    ],
  ];
  expectProblems(cases);
});

describe("the courses", () => {
  const cases: Case[] = [
    [
      "a menu entry that is not there",
      course("menus: [skirt, more]", "menus: [skirt, more, mroe]"),
      [COURSE, "mroe", 'no menu entry "mroe"; did you mean "more"?'],
    ],
    [
      "a menu entry twice",
      course("menus: [skirt, more]", "menus: [skirt, more, skirt]"),
      [COURSE, "more, skirt]", '"skirt" is listed twice'],
    ],
    [
      "no menu entry",
      course("weeklyTarget: 3", "weeklyTarget: 3\n    menus: []"),
      [COURSE, "menus: []", '"menus" has nothing in it'],
    ],
    [
      "a package with an entry that its course does not show",
      course("menus: [skirt, more]", "menus: [skirt]"),
      [COURSE, "{id: 3", 'no menu entry "more"'],
    ],
    [
      "an entry in two packages",
      course("menus: [more]", "menus: [more, skirt]"),
      [COURSE, "{id: 3", '"skirt" already belongs to package 2'],
    ],
    [
      "a package of entries without lessons",
      course("lessons: [hem]", "lessons: []"),
      [COURSE, "lessons: []", '"lessons" has nothing in it'],
      [COURSE, "{id: 3", "This package has no lessons."],
      ["PM/lessons/hem.md", 1, "No menu and no @part names this lesson."],
    ],
    [
      "a package of nothing",
      course("{id: 3, menus: [more]}", "{id: 3, menus: [more]}\n      - {id: 4, menus: []}"),
      [COURSE, "{id: 4", '"menus" has nothing in it'],
    ],
    [
      "a package's id twice",
      course("id: 3,", "id: 2,"),
      [COURSE, "{id: 2", "This course already has a package 2"],
    ],
    [
      "a package's sheet that is not there",
      course("sheet.pdf", "shet.pdf"),
      [COURSE, "shet.pdf", 'There is no asset "shet.pdf"'],
    ],
    [
      "a package's sheet in a language that is not there",
      course("pdf: sheet.pdf", "pdf: {en: sheet.pdf, he: shet.pdf}"),
      [COURSE, "shet.pdf", 'There is no asset "shet.pdf"'],
    ],
    [
      "a package's sheet in other languages than English alone",
      course("pdf: sheet.pdf", "pdf: {he: sheet.pdf}"),
      [COURSE, "pdf: {he", '"pdf" has no text in "en"'],
    ],
    [
      "a package's sheet that is no PDF",
      course("sheet.pdf", "frame.svg"),
      [COURSE, "frame.svg", "files ending in .pdf"],
    ],
    [
      "a package's id with another sheet in another course",
      course("- id: 2", "- id: 1"),
      [COURSE, "PMS:", 'Package 1 has the sheet "sheet.pdf" in course PMB'],
    ],
    [
      "a lesson twice in the order of study",
      course("[hem]", "[hem, frame]"),
      [COURSE, "[hem, frame]", '"frame" appears twice in the order of PMB'],
      [COURSE, "[hem, frame]", '"frame" appears twice in the order of PMS'],
    ],
    [
      "a picture that is not there",
      course("weeklyTarget: 5", "weeklyTarget: 5\n    icon: fram.svg"),
      [COURSE, "icon: fram", 'There is no icon "fram.svg" in PM/icons/; did you mean "frame.svg"?'],
    ],
    [
      "a picture that is none",
      course("weeklyTarget: 5", "weeklyTarget: 5\n    icon: sheet.pdf"),
      [COURSE, "icon: sheet", '"sheet.pdf" is not allowed here: this takes files ending in'],
    ],
    [
      "a picture outside of its folder",
      course("weeklyTarget: 5", "weeklyTarget: 5\n    icon: ../assets/frame.svg"),
      [COURSE, "icon: ..", "leads out of its folder"],
    ],
    [
      "no weekly target",
      course("    weeklyTarget: 3\n", ""),
      [COURSE, "PMS:", '"weeklyTarget" is missing'],
    ],
    [
      "an unknown field",
      course("weeklyTarget: 3", "weeklyTarget: 3\n    menu: [skirt]"),
      [COURSE, "menu: [", '"menu" is not a field here; did you mean "menus"?'],
    ],
    [
      "a key in small letters",
      course("PMS:", "pms:"),
      [COURSE, "pms:", 'The key "pms" of a course must be upper-case'],
    ],
    ["a key twice", course("  PMS:", "  PMB:"), [COURSE, 30, "This key appears twice"]],
    [
      "another course's id",
      course("id: 12", "id: 11"),
      [COURSE, "id: 11\n    title: {en: Skirts", "The course id 11 already belongs to course PMB"],
    ],
  ];
  expectProblems(cases);
});

describe("the product", () => {
  const cases: Case[] = [
    [
      "no course.yaml",
      { [COURSE]: null, "instructions/2-then.md": null },
      ["school.yaml", "products:", "The product PM needs a file PM/course.yaml."],
    ],
    ["a course.yaml that is no YAML", { [COURSE]: "product: {\n" }, [COURSE, 2, ""]],
    [
      "a course.yaml that is a list",
      { [COURSE]: "- a\n", "instructions/2-then.md": null },
      [COURSE, 1, '"PM/course.yaml" must be a map of fields'],
    ],
    [
      "another product's id",
      withSecondProduct({ product: 1, course: 50, key: "SWB" }),
      ["SW/course.yaml", "id: 1", "The product id 1 already belongs to PM"],
    ],
    [
      "a course's id in another product",
      withSecondProduct({ product: 2, course: 11, key: "SWB" }),
      ["SW/course.yaml", "id: 11", "The course id 11 already belongs to course PMB"],
    ],
    [
      "a course's key in another product",
      withSecondProduct({ product: 2, course: 50, key: "PMB" }),
      ["SW/course.yaml", "PMB:", 'The school already has a course "PMB"'],
    ],
    [
      "a lesson's id in another product",
      {
        ...withSecondProduct({ product: 2, course: 50, key: "SWB" }),
        "SW/lessons/seam.md": lesson(208, "Seam"),
      },
      ["SW/lessons/seam.md", "id:", "The lesson id 208 already belongs to PM/lessons/hem.md"],
    ],
    [
      "a file of another product",
      {
        ...withSecondProduct({ product: 2, course: 50, key: "SWB" }),
        "SW/lessons/seam.md": lesson(900, "Seam").replace("Text.", "![x](frame.svg)"),
      },
      ["SW/lessons/seam.md", "frame.svg", 'There is no asset "frame.svg" in SW/assets/'],
    ],
    [
      "nothing, when its files are all there",
      withSecondProduct({ product: 2, course: 50, key: "SWB" }),
    ],
    [
      "nothing, for an asset that no text names",
      { "PM/assets/spare.svg": SMALL_SCHOOL["PM/assets/frame.svg"] },
    ],
  ];
  expectProblems(cases);
});
