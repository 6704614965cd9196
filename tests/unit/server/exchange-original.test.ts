import { expect, test } from "vitest";
import { exchangedFiles, exchangeOriginal } from "../../../src/server/content/exchange-original.ts";

const HEAD = "---\nid: 5\ntitle: {en: Darts, de: Abnäher} # both\n---\n";
const ENGLISH =
  "# Shape\n\nSew.\n\n@part dart-shape\n\n# End\n\n```\n@part code\n```\n\n@part dart-end\n";
const GERMAN = "# Form\n\nNähen.\n\n# Ende\n\nSchluss.\n";

test("a text and its translation change places; head and parts stay in the original", () => {
  const there = exchangeOriginal(HEAD + ENGLISH, GERMAN);
  expect(there).toEqual({
    original: `${HEAD}# Form\n\nNähen.\n\n@part dart-shape\n\n# Ende\n\nSchluss.\n\n@part dart-end\n`,
    former: "# Shape\n\nSew.\n\n# End\n\n```\n@part code\n```\n",
  });
  expect(exchangeOriginal(there?.original ?? "", there?.former ?? "")).toEqual({
    original: HEAD + ENGLISH,
    former: GERMAN,
  });
});

test.each([
  ["a lesson", "# Hem\n\nSew.\n", "", "# Hem\n\nSew.\n"],
  ["a text that begins at once", "Sew.", "", "Sew."],
  [
    "a main lesson",
    ENGLISH,
    "# Shape\n\n@part dart-shape\n\n# End\n\n@part dart-end\n",
    "# Shape\n\nSew.\n\n# End\n\n```\n@part code\n```\n",
  ],
])("%s without a translation waits for its words, and keeps its parts", (_, body, rest, former) => {
  expect(exchangeOriginal(HEAD + body, null)).toEqual({ original: HEAD + rest, former });
});

test("a translation with fewer pages has the other parts on its last one", () => {
  expect(exchangeOriginal(HEAD + ENGLISH, "# Alles\n\nNähen.\n")?.original).toBe(
    `${HEAD}# Alles\n\nNähen.\n\n@part dart-shape\n@part dart-end\n`,
  );
});

test("a text whose head does not end is left alone", () => {
  expect(exchangeOriginal("---\nid: 5\n# Hem\n", null)).toBeNull();
});

const exchange = (text: string, translation: string | null) => ({
  ...{ original: `${text}.md`, former: `${text}.en.md`, translation },
});

test("of a folder, lessons and instructions change places, and nothing else", () => {
  const names = ["PM/lessons/hem.md", "PM/lessons/hem.de.md", "PM/lessons/hem.he.md"];
  const others = ["instructions/1-go.md", "school.yaml", "PM/assets/hem.md", "README.md"];
  expect(exchangedFiles([...names, ...others], { from: "en", to: "de" })).toEqual([
    exchange("PM/lessons/hem", "PM/lessons/hem.de.md"),
    exchange("instructions/1-go", null),
  ]);
});
