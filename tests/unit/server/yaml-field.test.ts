import { expect, test } from "vitest";
import { parseYaml } from "../../../src/server/content/parse-yaml.ts";
import { didYouMean } from "../../../src/server/content/problem-list.ts";
import type { YamlField, YamlFields } from "../../../src/server/content/yaml-field.ts";

/** Reads a text whose first line is line 5 of its file. */
const read = <Value>(text: string, use: (root: YamlField) => Value) => {
  const problems: string[] = [];
  const root = parseYaml(
    text,
    "file.yaml",
    (line, message) => void problems.push(`${line}: ${message}`),
    5,
  );
  return { value: root && use(root), problems };
};

/** Reads the field `a` of a text. */
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
  expect(fieldsOf("title:", needBoth)).toEqual({
    value: [null, null],
    problems: ['5: "icon" is missing.', '5: "title" is missing.'],
  });
  expect(fieldsOf("icon: x\ntitle: ~", needBoth).problems).toEqual(['6: "title" is missing.']);
  expect(fieldsOf("icon:", (fields) => [fields.maybe("icon"), fields.maybe("title")])).toEqual({
    value: [null, null],
    problems: [],
  });
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

test.each(["", "ic", "xy", "no", "ivin", "litet", "asgnmt", "x".repeat(81)])(
  "an unknown name %s is near to none",
  (name) => {
    expect(didYouMean(name, KNOWN)).toBe("");
  },
);
