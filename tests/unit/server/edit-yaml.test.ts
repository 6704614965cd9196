import { expect, test } from "vitest";
import { editYaml } from "../../../src/server/content/editor/edit-yaml.ts";
import { codeFor, keyFor } from "../../../src/server/content/editor/tree/keys.ts";
import { YamlEditError, type YamlStep } from "../../../src/server/content/editor/yaml-steps.ts";

const TEXT = `# By ring binder
menu:
  # about all
  - key: tools # first
    sections:
      - title: {en: A}
        lessons: [a, b] # flat
      # on B
      - title:
          en: B
        lessons:
          - c # see
          # why
          - d
  # darts come second
  - {key: darts, sections: []}

courses:
  ONE:
    id: 1
  # two
  TWO:
    id: 2 # two`;

const SECTIONS = ["menu", 0, "sections"];
const inSection = (at: number) => [...SECTIONS, at, "lessons"];
const move = (from: readonly (string | number)[], at: number, into: typeof from, to: number) =>
  ({ do: "move", in: from, at, into, to }) as const;

test.each<[what: string, steps: YamlStep[], from: string | RegExp, to: string]>([
  [
    "an entry of a list, with the comment above it, to another place",
    [move(SECTIONS, 1, SECTIONS, 0)],
    /( {6}- title: \{en: A[^#]*# flat\n)([\s\S]*?- d\n)/,
    "$2$1",
  ],
  [
    "an entry of lines to a list in brackets",
    [move(inSection(1), 0, inSection(0), 1)],
    /\[a, b\] # flat([\s\S]*) {10}- c # see\n/,
    "[a, c, b] # flat$1",
  ],
  [
    "an entry in brackets to a list of lines",
    [move(inSection(0), 1, inSection(1), 2)],
    /\[a, b\] # flat([\s\S]*- d\n)/,
    "[a] # flat$1          - b\n",
  ],
  [
    "the last entry of a list of lines",
    [
      { do: "remove", in: inSection(1), at: 0 },
      { do: "remove", in: inSection(1), at: 0 },
    ],
    /lessons:\n {10}- c # see\n( {10}# why\n) {10}- d\n/,
    "lessons: []\n$1",
  ],
  [
    "the first entry of a list in brackets within brackets",
    [{ do: "insert", in: ["menu", 1, "sections"], at: 0, value: "x" }],
    "sections: []}",
    "sections: [x]}",
  ],
  [
    "a field of a map to another place, at the end without a line end",
    [move(["courses"], 1, ["courses"], 0)],
    /( {2}ONE:\n {4}id: 1)\n( {2}# two\n {2}TWO:\n {4}id: 2 # two)/,
    "$2\n$1",
  ],
  [
    "a field that is new, and one that is another",
    [
      { do: "put", of: ["courses", "ONE"], name: "menus", value: ["tools"] },
      { do: "put", of: ["courses", "TWO"], name: "id", value: 7 },
    ],
    /id: 1\n([\s\S]*)id: 2/,
    "id: 1\n    menus: [tools]\n$1id: 7",
  ],
])("changes nothing but %s", (_what, steps, from, to) => {
  expect(editYaml(TEXT, steps)).toBe(TEXT.replace(from, to));
});

test.each<[what: string, text: string, step: YamlStep]>([
  ["an entry that is not there", TEXT, { do: "remove", in: ["menu"], at: 9 }],
  ["a list that is none", TEXT, { do: "insert", in: ["menu", 0, "key"], at: 0, value: "x" }],
  ["a text with a mistake", "menu: [", { do: "remove", in: ["menu"], at: 0 }],
  ["a list that another one repeats", "a: &x [1, 2]\nb: *x\n", { do: "remove", in: ["a"], at: 0 }],
  ["two entries in a line", "- - a\n  - b\n", { do: "remove", in: [0], at: 0 }],
])("refuses %s", (_what, text, step) => {
  expect(() => editYaml(text, [step])).toThrow(YamlEditError);
});

test.each([
  ["Ärmel & Bündchen", "aermel-buendchen"],
  ["חצאית", "htsyt"],
  ["تنورة", "tnwrh"],
  ["裁縫 _ml", "caifeng-ml"],
  ["x".repeat(1000), "x".repeat(40)],
])("the key of %j is made of Latin letters", (title, key) => {
  expect(keyFor(title, "lesson", new Set())).toBe(key);
  expect(keyFor(title, "lesson", new Set([key]))).toBe(`${key}-2`);
});

test("codes are in capitals, begin with a letter, and are free", () => {
  expect(codeFor("1. Kurs", "COURSE", new Set())).toBe("COURSE");
  expect(codeFor("Grundkurs", "COURSE", new Set(["grundkurs"]))).toBe("GRUNDKURS-2");
});
