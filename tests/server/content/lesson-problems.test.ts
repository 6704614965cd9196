import { describe } from "vitest";
import { expectProblems, expectProblemsIn } from "./expect-problems.ts";
import { changed, lesson, SMALL_SCHOOL } from "./small-school.ts";

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
describe("a lesson's text", () => {
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
  ]);
});

describe("pages and parts", () => {
  expectProblemsIn(HEBREW, [
    ["עוד\n", "עוד\n\n# שלוש\n\nג\n", "This has 3 pages, the original 2 pages."],
    ["\n# סרט\n", "", ["# קווים", "This has 1 page, the original 2 pages."]],
    ["עוד", "עוד\n@part dart-end", "@part belongs in the original only"],
  ]);
  expectProblemsIn(MAIN, [
    [
      "@part dart-end",
      "@part dart-edn\n@part dart-end",
      'There is no lesson "dart-edn"; did you mean "dart-end"?',
    ],
    [
      "@part dart-end",
      "@part dart-end\n@part dart-shape",
      '"dart-shape" is already a part of "darts_ml".',
    ],
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
      [
        "PM/lessons/darts_ml2.md",
        1,
        '"_ml" marks a main lesson and is allowed only at the end of its key',
      ],
    ],
  ]);
});

describe("the draft and the criteria of an assignment", () => {
  expectProblemsIn(FRAME, [
    ["skirt-block", "skirt-blok", 'There is no block "skirt-blok"; did you mean "skirt-block"?'],
    ["halfHip: frame", "halfHp: frame", 'no length "halfHp"; did you mean "halfHip"?'],
    ["seam.side", "seam.sid", 'no length "seam.sid"; did you mean "seam.side"?'],
    ["halfHip: frame", "halfHip: fram", 'There is no lesson "fram"; did you mean "frame"?'],
    ["block: skirt-block\n", "", ["draft:", '"block" is missing']],
    ["    - {en: Labelled}", "    - Labelled", '"criteria" must be a map of fields'],
  ]);
});

describe("a lesson's front matter and file name", () => {
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
  expectProblemsIn(HEBREW, [
    ["# קווים", "---\nid: 1\n---\n# קווים", "A translation has no front matter"],
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
});
