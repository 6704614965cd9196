import { expect, test } from "vitest";
import { parseYaml } from "../../../src/server/content/parse-yaml.ts";
import { severityOf } from "../../../src/server/content/problem-list.ts";
import type { YamlField } from "../../../src/server/content/yaml-field.ts";

/** Reads the field `a`, and gives the value and what is reported: `line severity message`. */
const readA = (text: string, read: (field: YamlField) => unknown = (field) => field.text()) => {
  const said: string[] = [];
  const root = parseYaml(text, "file.yaml", (line, message, mark) => {
    said.push(`${line} ${severityOf(mark)} ${message}`);
  });
  const field = root?.fields(["a"]).maybe("a");
  return { value: field ? read(field) : undefined, said };
};

const QUOTES = /^1 warning \S.* has quotes that YAML takes for letters/;
const markdown = (field: YamlField) => field.markdown()?.text;
const count = (field: YamlField) => field.count();
const JOINED =
  'This line is joined to the one above: begin the text with "|" to keep lists and headings.';

test.each(["“Hem”", "„Hem“", "«Hem»", "« Hem »", "‘Hem’", "‹Hem›"])(
  "YAML that is probably meant otherwise is read as it is, with a warning about its quotes: %s",
  (written) => {
    const { value, said } = readA(`a: ${written}`);
    expect(value).toBe(written);
    expect(said).toEqual([expect.stringMatching(QUOTES)]);
  },
);

test.each<[text: string, read: (field: YamlField) => unknown, value: unknown, said: string]>([
  [
    "a: Needle #80, size 4",
    (field) => field.text(),
    "Needle",
    '1 warning "#80, size 4" is a comment to YAML and is not read: put the text in quotes.',
  ],
  ["a: 010", count, 10, '1 warning "010" is read as 10: write that.'],
  ["a: 5.0", count, 5, '1 warning "5.0" is read as 5: write that.'],
  ["a: Steps\n  - pin\n  - cut", markdown, "Steps - pin - cut", `2 warning ${JOINED}`],
  ["a: >\n  - pin\n  - cut\n", markdown, "- pin - cut\n", `3 warning ${JOINED}`],
  ['a: "Steps\n  ## Pin"', markdown, "Steps ## Pin", `2 warning ${JOINED}`],
])("YAML that may be meant otherwise is read with a warning: %j", (text, read, value, said) => {
  expect(readA(text, read)).toEqual({ value, said: [said] });
});

test.each<[text: string, read: (field: YamlField) => unknown, value: unknown]>([
  ["a: Hem # the lower edge", (field) => field.text(), "Hem"],
  ["a: 'Needle #80'", (field) => field.text(), "Needle #80"],
  ['a: "“Hem”"', (field) => field.text(), "“Hem”"],
  ["a: “Hem” and “seam”", (field) => field.text(), "“Hem” and “seam”"],
  ["a: ’t is 5′6″", (field) => field.text(), "’t is 5′6″"],
  ["a: |\n  “Hem” #4\n  - pin\n", markdown, "“Hem” #4\n- pin\n"],
  ["a: >\n  Steps\n\n  - pin\n\n  - cut\n", markdown, "Steps\n- pin\n- cut\n"],
  ["a: One line\n  of a text", markdown, "One line of a text"],
  ["a: on", (field) => field.text(), "on"],
  ["a: 1_000", (field) => field.text(), "1_000"],
])("YAML that is probably meant otherwise is none of these: %j", (text, read, value) => {
  expect(readA(text, read)).toEqual({ value, said: [] });
});

test.each<[text: string, read?: (field: YamlField) => unknown]>([
  ["a: yes", (field) => field.boolean()],
  ["a: 0123"],
  ["a:\n\t- x", (field) => field.list()],
  ["a: x\na: y"],
  ["a: [x, y]"],
  ["a： x"],
  ["\u00a0a: x"],
  ["“a”: x"],
  ["a: “x: y”"],
  ["a:\n-\u00a0x\n-\u00a0y", (field) => field.list()],
  ["a: {en: x， he: y}", (field) => field.fields(["en", "he"])],
  ["a: {en: “x, y”}", (field) => field.fields(["en"])],
  ["a: - x"],
  ["a: *x*"],
  ["a: @x"],
  ["a: 'x’"],
])("YAML that cannot be read as something else is an error: %j", (text, read) => {
  expect(readA(text, read).said.join("\n")).toContain(" error ");
});

test.each(["a:", "a: ~", "a: null"])("an empty YAML value counts as absent: %j", (text) => {
  expect(readA(text)).toEqual({ value: undefined, said: [] });
});
