import { expect, test } from "vitest";
import { parseYaml } from "../../../src/server/content/parse-yaml.ts";
import { createIdRegister } from "../../../src/server/content/problem-list.ts";
import { readAnnouncements } from "../../../src/server/content/school-texts.ts";
import { readText } from "../../../src/server/content/text-files.ts";
import type { YamlField } from "../../../src/server/content/yaml-field.ts";

const problemsOf = (text: string, use: (root: YamlField | null) => unknown): string[] => {
  const problems: string[] = [];
  use(parseYaml(text, "file.yaml", (line, message) => void problems.push(`${line}: ${message}`)));
  return problems;
};

test.each([
  ["2026-03-31x", '1: "from" must be a date such as 2026-03-31.'],
  ["x2026-03-31", '1: "from" must be a date such as 2026-03-31.'],
  ["2026-02-30", '1: "2026-02-30" is not a valid date.'],
  ["2026-13-01", '1: "2026-13-01" is not a valid date.'],
])("an announcement is not shown from %s", (from, problem) => {
  const text = `[{ id: 1, from: ${from}, to: 2026-04-01, en: { title: a, body: b } }]`;
  const read = (root: YamlField | null) =>
    readAnnouncements(root, createIdRegister("announcement"), "en");
  expect(problemsOf(text, read)).toEqual([problem]);
});

test("a title in an unknown language is reported with the languages that there are", () => {
  expect(problemsOf("{ en: a, english: b }", (root) => readText(root, "en"))).toEqual([
    expect.stringMatching(/^1: "english" is not a language; the languages are .*\ben\b.*\.$/),
  ]);
});
