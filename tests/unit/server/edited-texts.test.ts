import { expect, test } from "vitest";
import { lineDifferences } from "../../../src/domain/line-differences.ts";
import { sourceTextPath, sourceTextPlace } from "../../../src/domain/source-text.ts";
import { assetName } from "../../../src/server/content/editor/asset-name.ts";
import { decodeText, encodeText } from "../../../src/server/content/editor/decode-text.ts";
import { exchangedFiles, exchangeOriginal } from "../../../src/server/content/exchange-original.ts";

const TEXTS = ["# a\n", "\uFEFF# a\r\nb\r\n", "a\rb", "", "a\n\n\n", "no end"];

test.each(TEXTS)("a text that nobody changes keeps its bytes, %j", (text) => {
  const decoded = decodeText(Buffer.from(text));
  expect(decoded?.text).not.toMatch(/\r|\uFEFF/);
  // Lone carriage returns are no line ends that a text area keeps.
  const expected = text.replace(/\r(?!\n)/g, "\n");
  expect(encodeText(decoded?.text ?? "?", decoded).toString()).toBe(expected);
});

test("bytes that are not UTF-8 are no text", () => {
  expect(decodeText(Buffer.from("é", "latin1"))).toBeNull();
});

test("the texts of a folder are known to the editor at their paths", () => {
  for (const path of [
    ...["school.yaml", "glossary.yaml", "faq.yaml", "PM/course.yaml", "PM/lessons/a_ml.md"],
    ...["PM/lessons/a.he.md", "instructions/10-first.fr.md"],
  ]) {
    const place = sourceTextPlace(path);
    expect([path, place]).not.toEqual([path, null]);
    if (place?.key) expect(sourceTextPath(place, place.language)).toBe(path);
  }
});

test("the difference of two texts has changed lines, three around them, and a mark for the others", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const found = lineDifferences(lines.join("\n"), lines.with(10, "changed").join("\n"));
  expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    ...["same …", "same line 7", "same line 8", "same line 9"],
    ...["removed line 10", "added changed"],
    ...["same line 11", "same line 12", "same line 13", "same …"],
  ]);
});

test("the difference of two texts of texts without a common line ends soon", () => {
  const linesOf = (name: string) => Array.from({ length: 20_000 }, (_, at) => name + at).join("\n");
  const found = lineDifferences(linesOf("a"), linesOf("b"));
  expect(found.filter(({ kind }) => kind === "added")).toHaveLength(1001);
});

test.each([
  ["a b.png", "a-b.png"],
  ["C:\\x\\y.png", "y.png"],
  ["../../etc/passwd.png", "passwd.png"],
  ["con.png", "_con.png"],
  ["\u202Egpj.exe.png", "gpj.exe.png"],
  ["(1).png", "1-.png"],
  ["שמלה.png", "שמלה.png"],
])("a picture named %j is added as %s", (given, name) => {
  const place = { folder: "PM/assets/", checksum: "0" };
  expect(assetName(given, place, new Map())).toEqual({ name, isThere: false });
});

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
