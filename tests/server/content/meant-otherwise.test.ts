import { expect, test } from "vitest";
import { expectWarnings } from "./expect-problems.ts";
import { changed, problemsWith, warningsWith } from "./small-school.ts";

type Path = Parameters<typeof changed>[0];

test.each<[path: Path, from: string, to: string, at: string, message: string]>([
  ["PM/lessons/hem.md", "Text.", "Text.\n\n##Sew", "##Sew", "If this is a heading"],
  ["PM/lessons/hem.md", "en: Hem", "en: “Hem”", "“Hem”", "quotes that YAML takes for letters"],
  ["PM/lessons/frame.he.md", "עוד", "• עוד", "• עוד", "If this is a list"],
  ["PM/lessons/frame.md", "| A  | 2  |", "| A  | ** 2 **  |", "** 2", '"**" is shown as it is'],
  ["PM/course.yaml", "weeklyTarget: 5", "weeklyTarget: 05", "05", '"05" is read as 5'],
  ["school.yaml", "name: Small School", "name: Small School #1", "#1", '"#1" is a comment to YAML'],
  ["glossary.yaml", "It hangs.", "[ ] It hangs.\n\n      #Sew", "#Sew", "If this is a heading"],
  ["faq.yaml", "- Slowly.", "- [ ] Slowly.", "[ ]", "no boxes to tick"],
  ["instructions/10-last.md", "Do *this*.", "Do:\n2. this", "2. this", "blank line before it"],
])(
  "what is probably meant otherwise is a warning by file and line: in %s",
  (path, from, to, ...said) => expectWarnings(changed(path, from, to), [path, ...said]),
);

test.each([
  "[dart] (term:dart)",
  "［dart］（term:dart）",
  "![Back] (frame.svg)",
  "![Back](frame.svg “Figure 1”)",
])("a link or picture with a mistake in its signs is reported: %s", async (written) => {
  const changes = changed("PM/lessons/hem.md", "Text.", `Text.\n\n${written}`);
  const found = [...(await problemsWith(changes)), ...(await warningsWith(changes))];
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ file, line }) => file === "PM/lessons/hem.md" && line === 10)).toBe(true);
});
