import { expect, test } from "vitest";
import { parseEdited } from "../../../src/server/content/editor/parse-edited.ts";
import { parseYaml } from "../../../src/server/content/parse-yaml.ts";

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
