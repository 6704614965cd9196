import { describe } from "vitest";
import { type Case, expectProblems } from "./expect-problems.ts";
import { changed, lesson } from "./small-school.ts";

const HEM = "PM/lessons/hem.md";
const HEBREW = "PM/lessons/frame.he.md";

describe("a lesson's front matter and file name", () => {
  const head = (from: string, to: string) => changed(HEM, from, to);
  const cases: Case[] = [
    [
      "an unknown field",
      head("type: text", "type: text\nicno: x.svg"),
      [HEM, "icno", '"icno" is not a field here; did you mean "icon"?'],
    ],
    ["a field twice", head("type: text", "type: text\nid: 9"), [HEM, 5, "This key appears twice"]],
    [
      "an unknown type",
      head("type: text", "type: film"),
      [HEM, "type:", 'must be one of text, video, figure, assignment, not "film"'],
    ],
    ["no type", head("type: text\n", ""), [HEM, "id:", '"type" is missing']],
    ["no id", head("id: 208\n", ""), [HEM, "title:", '"id" is missing']],
    [
      "an id that is no number",
      head("208", '"208"'),
      [HEM, "id:", "must be a whole number from 1"],
    ],
    ["an id of nothing", head("208", "0"), [HEM, "id:", "must be a whole number from 1"]],
    ["an id with a fraction", head("208", "2.5"), [HEM, "id:", "must be a whole number from 1"]],
    [
      "another lesson's id",
      head("208", "201"),
      [HEM, "id:", "The lesson id 201 already belongs to PM/lessons/frame.md."],
    ],
    [
      "a title without one of the languages",
      head(", he: Hem", ""),
      [HEM, "title:", '"title" has no text in "he"'],
    ],
    [
      "a title with an empty language",
      head("he: Hem", 'he: " "'),
      [HEM, "title:", '"he" is empty'],
    ],
    [
      "a title in an unknown language",
      head("he: Hem", "he: Hem, xx: Hem"),
      [HEM, "title:", '"xx" is not a language'],
    ],
    [
      "a title that is not by language",
      head("{en: Hem, he: Hem}", "Hem"),
      [HEM, "title:", '"title" must be a map of fields'],
    ],
    [
      "a title that is a number",
      head("en: Hem", "en: 1984"),
      [HEM, "title:", '"en" must be text: put it in quotes'],
    ],
    ["an alias", head("he: Hem", "he: *x"), [HEM, "title:", '"he" uses an alias (*)']],
    [
      "no YAML",
      head("{en: Hem, he: Hem}", "{en: Hem"),
      [HEM, 4, "must be sufficiently indented and end with a }"],
    ],
    ["no front matter", { [HEM]: "# Hem\n\nText.\n" }, [HEM, 1, "The front matter is missing"]],
    [
      "front matter without an end",
      head("text\n---", "text"),
      [HEM, 1, "The front matter does not end"],
    ],
    [
      "type assignment without one",
      head("type: text", "type: assignment"),
      [HEM, "type:", 'needs the field "assignment"'],
    ],
    [
      "a translation with front matter",
      changed(HEBREW, "# קווים", "---\nid: 1\n---\n# קווים"),
      [HEBREW, 1, "A translation has no front matter"],
    ],
    [
      "a translation without its English text",
      { "PM/lessons/gone.he.md": "# א\n\nב\n" },
      ["PM/lessons/gone.he.md", 1, "This translates gone.md, which is not there."],
    ],
    [
      "an unknown language in a file's name",
      { "PM/lessons/hem.xx.md": "# א\n\nב\n" },
      ["PM/lessons/hem.xx.md", 1, '"xx" is not a language'],
    ],
    [
      "English in a file's name",
      { "PM/lessons/hem.en.md": "# A\n\nB\n" },
      ["PM/lessons/hem.en.md", 1, "The English text is named hem.md."],
    ],
    [
      "a key in capitals",
      { "PM/lessons/Hem2.md": lesson(300, "Hem") },
      ["PM/lessons/Hem2.md", 1, 'The key "Hem2" must be lower-case'],
    ],
    [
      "a file that is no text",
      { "PM/lessons/notes.txt": "x" },
      ["PM/lessons/notes.txt", 1, "A text's file is named KEY.md"],
    ],
    [
      "a file in another encoding",
      { [HEM]: Buffer.from("---\nid: 1\ntitle: caf\xe9\n", "latin1") },
      [HEM, 3, "not in UTF-8"],
    ],
  ];
  expectProblems(cases);
});
