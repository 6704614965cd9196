import { expect, test } from "vitest";
import { isAll, isLong } from "../../scripts/test/round.ts";
import { videosIn } from "../../src/domain/chapter.ts";
import { readingMinutes } from "../../src/domain/lesson-facts.ts";
import { plainText } from "../../src/domain/lesson-search.ts";
import { movedBody, usedFiles } from "../../src/server/content/editor/tree/lesson-uses.ts";
import { drawingProblem } from "../../src/server/content/safe-drawing.ts";
import { minifyDrawing, sizeOfDrawing } from "../../src/server/pictures/minify-drawing.ts";
import { problemsWith } from "../server/content/small-school.ts";

/**
 * Nothing here is measured. What takes the square of a text's length, or worse, is busy with one of these for
 * longer than a test may take.
 */
const LENGTH = 300_000;

/** One row in six, with `--all` one in three, with `--long` all: each shows the same of another part of the parsers. */
const some = <Row>(rows: readonly Row[]): readonly Row[] =>
  isLong() ? rows : rows.filter((_, at) => at % (isAll() ? 3 : 6) === 0);

const filled = (unit: string, length = LENGTH): string =>
  unit.repeat(Math.floor(length / unit.length));

/** Each line has ten of the one before it. */
const bomb = (line: (name: string, ten: string) => string, reference: (name: string) => string) =>
  Array.from({ length: 12 }, (_, depth) => {
    const each = depth === 0 ? "lol" : reference(`l${depth - 1}`);
    return line(`l${depth}`, Array(10).fill(each).join(", "));
  }).join("\n");

const YAML_BOMB = bomb(
  (name, ten) => `${name}: &${name} [${ten}]`,
  (name) => `*${name}`,
);

test.each([
  ["lists", YAML_BOMB],
  ["maps", YAML_BOMB.replaceAll(/\[(.*)\]/g, "{<<: [$1]}")],
  ["keys", `${YAML_BOMB}\n? *l11\n: x`],
  ["an alias of itself", "a: &a [*a, *a]"],
  ["anchors without end", filled("- &a x\n")],
  ["aliases without end", `- &a x\n${filled("- *a\n")}`],
])("YAML whose aliases grow without end is reported, and never unfolded: %s", async (_, text) => {
  const lesson = "PM/lessons/hem.md";
  const problems = await problemsWith({
    "glossary.yaml": text,
    [lesson]: `---\n${text}\n---\n# Page\n\nText.\n`,
  });
  const files = problems.map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining(["glossary.yaml", lesson]));
});

const MARKDOWN = [
  ...["*a ", "a**b", "*a~~b_c ", "**a ", "[", "[a](", "![[]()", "[[a\n", "[^a"],
  ...["[a](term:x ", "![a"],
  ...["`", "<a ", "<a b='c ", "<!--", "<div>\n\n", "&#1", "> ", "- ", "- a\n", "1. a\n\n   b\n"],
  ...["|a", "|a|\n|-\n", "[a]: b 'c\n", "a\n=\n", "\\", " ", "\u00a0", "{"],
];

test.each(some(MARKDOWN))("an import reads a long text once, also one of %j", async (unit) => {
  const lesson = "PM/lessons/hem.md";
  const problems = await problemsWith({
    [lesson]: `---\nid: 208\ntitle: {en: Hem, he: Hem}\ntype: text\n---\n# Page\n\nText.\n${filled(unit)}\n`,
  });
  for (const { file } of problems) expect(file).toBe(lesson);
});

test.each(some([...MARKDOWN, "[a\\", '[a](b "\\']))(
  "a copy in another product reads a long text once, also one of %j",
  (unit) => {
    const text = filled(unit);
    expect(usedFiles(text).length).toBeLessThan(LENGTH);
    expect(movedBody(text, {}, {})).toBe(text);
  },
);

const HTML = [
  ...["<", "<a ", "<em", "</td", "<video ", "<video data-asset", "<video data-asset='"],
  ...["&a", " ·", "  ", "· a", ". ·"],
];

test.each(some(HTML))(
  "the school reads long HTML once, also when it has %j without an end",
  (unit) => {
    const html = `${filled(unit, 3_000_000)}x`;
    expect(plainText(html)).toEqual(expect.any(String));
    expect(readingMinutes([{ html }], "en")).toBeGreaterThan(0);
    expect(videosIn(html)).toEqual(expect.any(Array));
  },
);

const drawing = (inside: string, head = ""): string =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

const ENTITIES = `<!DOCTYPE svg [\n<!ENTITY l "lol">\n${bomb(
  (name, ten) => `<!ENTITY ${name} "${ten.replaceAll(", ", "")}">`,
  (name) => `&${name};`,
)}\n]>`;

test.each([
  ["entities that name each other", drawing("<text>&l11;</text>", ENTITIES)],
  ["an entity of a file", drawing("&f;", '<!DOCTYPE svg [<!ENTITY f SYSTEM "/etc/passwd">]>')],
  ["entities in capitals", drawing("&a;", "<!doctype svg [<!entity a 'x'>]>")],
  ["elements side by side", drawing(filled('<path d="M0 0h1"/>'))],
  ["elements in each other", drawing("<g>".repeat(50_000) + "</g>".repeat(50_000))],
  ["styles without an end", drawing(filled("<style>", 1_000_000))],
  ["rules and elements", drawing(`<style>${filled(".a{fill:red}")}</style>`)],
  ["many beginnings", filled("<svg ", 1_000_000)],
  ["many sizes", `<svg${filled(' viewBox="')}`],
  ["a size of blanks", `<svg viewBox="${filled(" ", 1_000_000)}`],
])("a drawing is never unfolded, and looked at in good time: %s", async (_, text) => {
  const { variants } = await minifyDrawing(Buffer.from(text));
  for (const { bytes } of variants) expect(bytes.length).toBeLessThan(text.length);
  expect(String(variants[0]?.bytes ?? "")).not.toMatch(/lol|root:/);
  sizeOfDrawing(text);
  const isEntity = /<!DOCTYPE/i.test(text);
  const problem = await drawingProblem(text);
  if (isEntity) expect(problem).toBe("has a DOCTYPE: save it without");
});
