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

const fine = <Value>(value: Value) => ({ value, problems: [] });
const wrong = (...problems: string[]) => ({ value: null, problems });

test.each<[string, (field: YamlField) => unknown, unknown]>([
  ["a: x y", (field) => field.text(), "x y"],
  ["a: '5'", (field) => field.text(), "5"],
  ["a: 5", (field) => field.count(), 5],
  ["a: 2147483647", (field) => field.count(), 2_147_483_647],
  ["a: true", (field) => field.boolean(), true],
  ["a: two", (field) => field.oneOf(["one", "two"]), "two"],
  ["a: x1", (field) => field.matching(/^x\d$/, "x and a digit"), "x1"],
  ["a: [x, y]", (field) => field.list().map((item) => item.text()), ["x", "y"]],
  ["a: { k: x, 2: y }", (field) => field.entries().map(({ name }) => name), ["k", "2"]],
])("a field is read: %s", (text, use, value) => {
  expect(readA(text, use)).toEqual(fine(value));
});

test.each<[string, (field: YamlField) => unknown, string]>([
  ["a: ''", (field) => field.text(), "is empty"],
  ["a: 5", (field) => field.text(), "must be text: put it in quotes"],
  ["a: [x]", (field) => field.text(), "must be text"],
  ['a: "x\\0"', (field) => field.text(), "holds a character that cannot be kept"],
  ['a: "x\\ud800"', (field) => field.text(), "holds a character that cannot be kept"],
  ["a: 0", (field) => field.count(), "must be a whole number from 1 to 2147483647"],
  ["a: 2147483648", (field) => field.count(), "must be a whole number from 1 to 2147483647"],
  ["a: '5'", (field) => field.count(), "must be a whole number from 1 to 2147483647"],
  ["a: yes", (field) => field.boolean(), "must be true or false"],
  ["a: no", (field) => field.oneOf(["x", "y"]), 'must be one of x, y, not "no"'],
  ["a: x", (field) => field.matching(/^x\d$/, "x and a digit"), "must be x and a digit"],
])("a field is refused: %s", (text, use, problem) => {
  expect(readA(text, use)).toEqual(wrong(`5: "a" ${problem}.`));
});

test("a field of no text, of which one value or form was asked, is reported once", () => {
  expect(readA("a: ''", (field) => field.oneOf(["x"]))).toEqual(wrong('5: "a" is empty.'));
  expect(readA("a: ''", (field) => field.matching(/x/, "x"))).toEqual(wrong('5: "a" is empty.'));
});

test("a field that is no list or map, or an empty list, is reported and has nothing in it", () => {
  expect(readA("a: x", (field) => field.list())).toEqual({
    value: [],
    problems: ['5: "a" must be a list.'],
  });
  expect(readA("a: []", (field) => field.list())).toEqual({
    value: [],
    problems: ['5: "a" has nothing in it.'],
  });
  expect(readA("a: [x]", (field) => field.entries())).toEqual({
    value: [],
    problems: ['5: "a" must be a map of fields.'],
  });
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

test("the fields of a map that are needed are reported if they are missing or empty, at the map or the field", () => {
  expect(fieldsOf("title:", (fields) => [fields.need("icon"), fields.need("title")])).toEqual({
    value: [null, null],
    problems: ['5: "icon" is missing.', '5: "title" is missing.'],
  });
  expect(fieldsOf("icon: x\ntitle: ~", (fields) => fields.need("title"))).toEqual(
    wrong('6: "title" is missing.'),
  );
});

test("the fields of a map that may be there are not reported when they are missing", () => {
  expect(fieldsOf("icon:", (fields) => [fields.maybe("icon"), fields.maybe("title")])).toEqual(
    fine([null, null]),
  );
  expect(fieldsOf("icon: x", (fields) => fields.maybe("icon")?.isEmpty())).toEqual(fine(false));
});

test("the fields of a map that are not known are reported, with the nearest one", () => {
  expect(fieldsOf("icno: x\nother: x", () => null).problems).toEqual([
    '5: "icno" is not a field here; did you mean "icon"?',
    '6: "other" is not a field here.',
  ]);
});

test("a YAML text with an error has no value", () => {
  const { value, problems } = read("a: x\nb: [", () => "read");
  expect(value).toBe(null);
  expect(problems[0]).toMatch(/^6: .*[^.]\.$/);
});

const KNOWN = ["icon", "title", "assignment", "main-lesson"];

test.each([
  ["icno", "icon"],
  ["icoon", "icon"],
  ["titel", "title"],
  ["asignmnt", "assignment"],
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

test("an unknown name has the nearest of several, and the first of equals", () => {
  expect(didYouMean("lesson", ["lessen", "lesson1", "lessons"])).toContain('"lessen"');
  expect(didYouMean("lessons", ["lessona", "Lessons"])).toContain('"Lessons"');
  expect(didYouMean("y".repeat(80), ["y".repeat(79)])).toContain("y".repeat(79));
});
