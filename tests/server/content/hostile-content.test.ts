import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { corporaPresent, naughtyStrings } from "../support/corpora.ts";
import { changed, type Files, inFolder, problemsWith, schoolWith } from "./small-school.ts";

const HEM = "PM/lessons/hem.md";

/** A few such strings, for machines without the big list of naughty strings. */
const FEW = [
  ...["null", "1/0", "__proto__", "<script>alert(1)</script>", "javascript:alert(1)", "%s%s%n"],
  ...['"><img src=x onerror=alert(1)>', "\u202Etest\u202E", "田中さんにあげて下さい", "{{7*7}}"],
  ...["Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤", "../../../etc/passwd", "`touch /tmp/x`", "'; DROP TABLE lessons; --"],
];

/** Elements and attributes of lesson HTML; any other would come from an author's text. */
const TAG =
  /^<(?:\/?(?:p|h[2-6]|ul|ol|li|table|thead|tbody|tr|th|td|strong|em|s|code|pre|blockquote|figure|figcaption|dfn|a|video)|hr|br|ol start="\d+"|code class="language-[^"<>]*"|(?:a data-(?:asset|lesson)|dfn data-term|img data-asset)="[^"<>]*"(?: alt="[^"<>]*")?)>$/;

const strayTags = (html: string): string[] =>
  (html.match(/<[^>]*>?/g) ?? []).filter((tag) => !TAG.test(tag));

const lessonWith = (id: number, head: string, text: string): string =>
  `---\nid: ${id}\n${head}\n---\n# Page\n\n${text}\n`;

const PLAIN = "title: {en: A, he: B}\ntype: text";

const withLessons = (lessons: ReadonlyMap<string, string>): Files => ({
  ...Object.fromEntries([...lessons].map(([key, text]) => [`PM/lessons/${key}.md`, text])),
  ...changed("PM/course.yaml", "[hem]", `[${["hem", ...lessons.keys()].join(", ")}]`),
});

const lessonsOf = (strings: readonly string[], write: (text: string, id: number) => string) =>
  new Map(strings.map((text, index) => [`n${index}`, write(text, 1000 + index)]));

const fileOf = (key: string): string => `PM/lessons/${key}.md`;

const strings = corporaPresent ? [...FEW, ...naughtyStrings()] : FEW;
const worded = strings.filter((text) => text.trim() !== "");

test("hostile texts are reported with their line or become harmless lesson HTML", async () => {
  const lessons = lessonsOf(strings, (text, id) =>
    lessonWith(id, PLAIN, `Before.\n\n${text}\n\nAfter.`),
  );
  const problems = await problemsWith(withLessons(lessons));
  for (const { file, line } of problems) {
    expect([file, line]).toEqual([expect.stringMatching(/\/n\d+\.md$/), 10]);
  }
  const refused = new Set(problems.map(({ file }) => file));
  const taken = new Map([...lessons].filter(([key]) => !refused.has(fileOf(key))));
  expect(taken.size).toBeGreaterThan(strings.length / 3);

  const { products } = await schoolWith(withLessons(taken));
  for (const key of taken.keys()) {
    const pages = products[0]?.lessons[key]?.html?.languages.en?.pages ?? [];
    expect(pages.flatMap((page) => strayTags(page.html))).toEqual([]);
    expect(pages[0]?.html).toMatch(/^<p>Before\.<\/p>/);
  }
});

test("hostile files are reported, and never crash the import", async () => {
  const sources = Object.fromEntries(
    strings.flatMap((text, at) => [
      [`P${at}/course.yaml`, text],
      [`P${at}/lessons/x.md`, `---\n${text}\n---\n${text}`],
    ]),
  );
  const products = strings.map((_, at) => `P${at}`).join(", ");
  const problems = await problemsWith({
    ...changed("school.yaml", "[PM]", `[PM, ${products}]`),
    ...sources,
  });
  const files = new Set(problems.map(({ file }) => file));
  expect(Object.keys(sources).filter((name) => !files.has(name))).toEqual([]);
  for (const text of strings) {
    const files = { "school.yaml": text, "glossary.yaml": text, "faq.yaml": text };
    expect((await inFolder(files, compileSchool)).ok).toBe(false);
  }
});

test("hostile file names reach no file outside the folder", async () => {
  const lessons = lessonsOf(worded, (text, id) =>
    lessonWith(id, `${PLAIN}\nicon: ${JSON.stringify(text)}`, "Text."),
  );
  const problems = await problemsWith(withLessons(lessons));
  const places = problems.map(({ file, line }) => `${file}:${line}`);
  expect(places.sort()).toEqual([...lessons.keys()].map((key) => `${fileOf(key)}:5`).sort());
});

/** What a browser would be busy with for seconds, and a little less of it, which is accepted. */
const EXCESS: [what: string, most: number, write: (count: number) => string][] = [
  ["quotations in each other", 97, (count) => `${"> ".repeat(count)}x`],
  ["paragraphs", 9_998, (count) => "x\n\n".repeat(count)],
  ["cells of a table", 9_600, (count) => `|a|b|\n|---|---|\n${"|1|2|\n".repeat(count / 3)}`],
  ["accents on one letter", 499, (count) => `e${"\u0301".repeat(count)}`],
  ["characters", 999_993, (count) => "x".repeat(count)],
];

test.each(EXCESS)(
  "a page has as many %s as the app can show, and more are reported with its line",
  async (_, most, write) => {
    expect(await problemsWith({ [HEM]: lessonWith(208, PLAIN, write(most)) })).toEqual([]);
    const problems = await problemsWith({ [HEM]: lessonWith(208, PLAIN, write(most + 600)) });
    expect(problems).toEqual([
      { file: HEM, line: 6, message: expect.stringContaining("the app cannot show it") },
    ]);
  },
);

test("names of built-in object properties are ordinary names", async () => {
  const lessons = new Map([["constructor", lessonWith(400, PLAIN, "Text.")]]);
  const { products } = await schoolWith(withLessons(lessons));
  expect(products[0]?.lessons.constructor).toMatchObject({ dbid: 400, key: "constructor" });

  const problems = await problemsWith({
    ...changed(HEM, "he: Hem", "he: Hem, __proto__: Hem"),
    "PM/lessons/__proto__.md": lessonWith(401, PLAIN, "Text."),
    ...changed("school.yaml", "footer:", "__proto__: x\n  footer:"),
  });
  expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
    "PM/lessons/hem.md:3",
    "school.yaml:11",
  ]);
});
