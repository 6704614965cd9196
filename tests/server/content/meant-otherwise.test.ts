import { expect, test } from "vitest";
import { type Case, expectWarnings } from "./expect-problems.ts";
import { changed, problemsWith } from "./small-school.ts";

test.each<Case>([
  [
    "a lesson",
    changed("PM/lessons/hem.md", "Text.", "Text.\n\n##Sew"),
    ["PM/lessons/hem.md", "##Sew", "If this is a heading"],
  ],
  [
    "a lesson's front matter",
    changed("PM/lessons/hem.md", "en: Hem", "en: “Hem”"),
    ["PM/lessons/hem.md", "“Hem”", "quotes that YAML takes for letters"],
  ],
  [
    "a translation",
    changed("PM/lessons/frame.he.md", "עוד", "• עוד"),
    ["PM/lessons/frame.he.md", "• עוד", "If this is a list"],
  ],
  [
    "a table",
    changed("PM/lessons/frame.md", "| A  | 2  |", "| A  | ** 2 **  |"),
    ["PM/lessons/frame.md", "** 2", '"**" is shown as it is'],
  ],
  [
    "a course",
    changed("PM/course.yaml", "weeklyTarget: 5", "weeklyTarget: 05"),
    ["PM/course.yaml", "05", '"05" is read as 5'],
  ],
  [
    "the school's settings",
    changed("school.yaml", "name: Small School", "name: Small School #1"),
    ["school.yaml", "#1", '"#1" is a comment to YAML'],
  ],
  [
    "the glossary",
    changed("glossary.yaml", "      It hangs.", "      [ ] It hangs.\n\n      #Sew"),
    ["glossary.yaml", "#Sew", "If this is a heading"],
  ],
  [
    "the questions",
    changed("faq.yaml", "- Slowly.", "- [ ] Slowly."),
    ["faq.yaml", "[ ]", "no boxes to tick"],
  ],
  [
    "the instructions",
    changed("instructions/10-last.md", "Do *this*.", "Do:\n2. this"),
    ["instructions/10-last.md", "2. this", "blank line before it"],
  ],
])("what is probably meant otherwise is a warning by file and line: in %s", (_, changes, ...said) =>
  expectWarnings(changes, ...said),
);

test.each([
  "[dart] (term:dart)",
  "［dart］（term:dart）",
  "[dart](term：dart)",
  "[sheet]( asset :sheet.pdf",
  "![Back] (frame.svg)",
  "！[Back](frame.svg)",
  "![Back](frame.svg “Figure 1”)",
])("a link or picture with a mistake in its signs is an error: %s", async (written) => {
  const found = await problemsWith(changed("PM/lessons/hem.md", "Text.", `Text.\n\n${written}`));
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ file, line }) => file === "PM/lessons/hem.md" && line === 10)).toBe(true);
});
