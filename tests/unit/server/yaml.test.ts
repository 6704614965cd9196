import { expect, test } from "vitest";
import { parseEdited } from "../../../src/server/content/editor/parse-edited.ts";
import { parseYaml } from "../../../src/server/content/parse-yaml.ts";
import { didYouMean, severityOf } from "../../../src/server/content/problem-list.ts";
import type { YamlField, YamlFields } from "../../../src/server/content/yaml-field.ts";

/** Reads a text whose first line is line 5 of its file. */
const read = <Value>(text: string, use: (root: YamlField) => Value) => {
  const problems: string[] = [];
  const report = (line: number, message: string) => void problems.push(`${line}: ${message}`);
  const root = parseYaml(text, "file.yaml", report, 5);
  return { value: root && use(root), problems };
};

const readA = <Value>(text: string, use: (field: YamlField) => Value) =>
  read(text, (root) => {
    const field = root.fields(["a", "b"]).maybe("a");
    return field && use(field);
  });

const ANY = "holds a character that cannot be kept";
const COUNT = "must be a whole number from 1 to 2147483647";
const isTwo = (field: YamlField) => field.oneOf(["one", "two"]);
const isX = (field: YamlField) => field.matching(/^x\d$/, "x and a digit");

test.each<[string, (field: YamlField) => unknown, unknown, ...problems: string[]]>([
  ["a: x y", (field) => field.text(), "x y"],
  ["a: '5'", (field) => field.text(), "5"],
  ["a: ''", (field) => field.text(), null, "is empty"],
  ["a: 5", (field) => field.text(), null, "must be text: put it in quotes"],
  ["a: [x]", (field) => field.text(), null, "must be text"],
  ['a: "x\\0"', (field) => field.text(), null, ANY],
  ['a: "x\\ud800"', (field) => field.text(), null, ANY],
  ["a: 5", (field) => field.count(), 5],
  ["a: 2147483647", (field) => field.count(), 2_147_483_647],
  ["a: 0", (field) => field.count(), null, COUNT],
  ["a: 2147483648", (field) => field.count(), null, COUNT],
  ["a: '5'", (field) => field.count(), null, COUNT],
  ["a: true", (field) => field.boolean(), true],
  ["a: yes", (field) => field.boolean(), null, "must be true or false"],
  ["a: two", isTwo, "two"],
  ["a: no", isTwo, null, 'must be one of one, two, not "no"'],
  ["a: ''", isTwo, null, "is empty"],
  ["a: x1", isX, "x1"],
  ["a: x", isX, null, "must be x and a digit"],
  ["a: ''", isX, null, "is empty"],
  ["a: [x, y]", (field) => field.list().map((item) => item.text()), ["x", "y"]],
  ["a: x", (field) => field.list(), [], "must be a list"],
  ["a: []", (field) => field.list(), [], "has nothing in it"],
  ["a: { k: x, 2: y }", (field) => field.entries().map(({ name }) => name), ["k", "2"]],
  ["a: [x]", (field) => field.entries(), [], "must be a map of fields"],
])("a field is read, or refused with its line: %s", (text, use, value, ...problems) => {
  expect(readA(text, use)).toEqual({ value, problems: problems.map((it) => `5: "a" ${it}.`) });
});

test("a field that repeats another one by an alias is reported, and nothing else about it", () => {
  const problems = ['6: "a" uses an alias (*): write the value itself.'];
  const text = "b: &b x\na: *b";
  expect(readA(text, (field) => field.text())).toEqual({ value: null, problems });
  expect(readA(text, (field) => field.list())).toEqual({ value: [], problems });
});

test("a field knows its line, and that of each item and entry", () => {
  const { value } = readA("b: x\na:\n  - x\n  - k: y\n    l: z", (field) => [
    field.line,
    ...field.list().map(({ line }) => line),
    ...(field.list().at(-1)?.entries() ?? []).map(({ line }) => line),
  ]);
  expect(value).toEqual([6, 7, 8, 8, 9]);
});

test.each([
  ["a: |\n  one\n  two", "one\ntwo", [6, 7]],
  ["a: one two", "one two", [5, 5]],
  ["a: >\n  one\n  two", "one two", [5, 5]],
])("a field of Markdown knows the line of each of its lines: %j", (text, markdown, lines) => {
  const { value } = readA(text, (field) => field.markdown());
  expect(value?.text.trim()).toBe(markdown);
  expect([0, 1].map((line) => value?.lineAt(line))).toEqual(lines);
});

const fieldsOf = (text: string, use: (fields: YamlFields) => unknown) =>
  read(text, (root) => use(root.fields(["icon", "title"])));

test("the fields of a map are reported if they are needed and missing or empty, or are not known", () => {
  const needBoth = (fields: YamlFields) => [fields.need("icon"), fields.need("title")];
  const mayHaveBoth = (fields: YamlFields) => [fields.maybe("icon"), fields.maybe("title")];
  const problems = ['5: "icon" is missing.', '5: "title" is missing.'];
  expect(fieldsOf("title:", needBoth)).toEqual({ value: [null, null], problems });
  expect(fieldsOf("icon: x\ntitle: ~", needBoth).problems).toEqual(['6: "title" is missing.']);
  expect(fieldsOf("icon:", mayHaveBoth)).toEqual({ value: [null, null], problems: [] });
  expect(fieldsOf("icno: x\nother: x", () => null).problems).toEqual([
    '5: "icno" is not a field here; did you mean "icon"?',
    '6: "other" is not a field here.',
  ]);
});

const KNOWN = ["icon", "title", "assignment", "main-lesson"];

test.each([
  ["icno", "icon"],
  ["titel", "title"],
  ["Main_Lesson", "main-lesson"],
])("an unknown name %s is near to %s", (name, known) => {
  expect(didYouMean(name, KNOWN)).toBe(`; did you mean "${known}"?`);
});

test("an unknown name is near to none if it has little of them, or is long", () => {
  const others = ["", "ic", "xy", "no", "ivin", "litet", "asgnmt", "x".repeat(81)];
  expect(others.filter((name) => didYouMean(name, KNOWN))).toEqual([]);
});

const problemsOf = (text: string): string[] => {
  const problems: string[] = [];
  parseYaml(text, "It", (line, message) => problems.push(`${line}: ${message}`));
  return problems;
};

test("a file with tens of thousands of keys is read in time that grows with its length alone", () => {
  const keys = Array.from({ length: 50_000 }, (_, at) => `k${at}: 1`);
  expect(problemsOf([...keys, "k7: 2"].join("\n"))).toEqual(["50001: This key appears twice."]);
});

test.each([
  ["brackets", "["],
  ["braces", "{"],
  ["items in items", "- "],
  ["keys of keys", "? "],
])("a megabyte of %s is refused and not read", (_, sign) => {
  const text = sign.repeat((1024 * 1024) / sign.length);
  expect(problemsOf(text)).toEqual(["1: This YAML is nested too deeply to be read."]);
  expect(parseEdited(text)).toBeNull();
});

test("a file in which an alias stands for thousands of values is edited as text only", () => {
  expect(parseEdited(`- &a 1\n${"- *a\n".repeat(50)}`)).not.toBeNull();
  expect(parseEdited(`- &a 1\n${"- *a\n".repeat(5000)}`)).toBeNull();
});

/** Reads the field `a`, and gives the value and what is reported: `line severity message`. */
const readSaid = (text: string, read: (field: YamlField) => unknown = (field) => field.text()) => {
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

const QUOTED = ["“Hem”", "„Hem“", "«Hem»", "« Hem »", "‘Hem’", "‹Hem›"];

test.each(QUOTED)("YAML is read as it is, with a warning about its quotes: %s", (written) => {
  const { value, said } = readSaid(`a: ${written}`);
  expect(value).toBe(written);
  expect(said).toEqual([expect.stringMatching(QUOTES)]);
});

const COMMENT = '"#80, size 4" is a comment to YAML and is not read: put the text in quotes.';

test.each<[text: string, read: (field: YamlField) => unknown, value: unknown, said: string]>([
  ["a: Needle #80, size 4", (field) => field.text(), "Needle", `1 warning ${COMMENT}`],
  ["a: 010", count, 10, '1 warning "010" is read as 10: write that.'],
  ["a: 5.0", count, 5, '1 warning "5.0" is read as 5: write that.'],
  ["a: Steps\n  - pin\n  - cut", markdown, "Steps - pin - cut", `2 warning ${JOINED}`],
  ["a: >\n  - pin\n  - cut\n", markdown, "- pin - cut\n", `3 warning ${JOINED}`],
  ['a: "Steps\n  ## Pin"', markdown, "Steps ## Pin", `2 warning ${JOINED}`],
])("YAML that may be meant otherwise is read with a warning: %j", (text, read, value, said) => {
  expect(readSaid(text, read)).toEqual({ value, said: [said] });
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
  expect(readSaid(text, read)).toEqual({ value, said: [] });
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
  expect(readSaid(text, read).said.join("\n")).toContain(" error ");
});

test.each(["a:", "a: ~", "a: null"])("an empty YAML value counts as absent: %j", (text) => {
  expect(readSaid(text)).toEqual({ value: undefined, said: [] });
});
