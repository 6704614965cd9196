import { expect, test } from "vitest";
import type { EntryKind } from "../../../src/contract/staff-entries.ts";
import { editEntries, readEntries } from "../../../src/server/content/editor/edit-entries.ts";
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
    Array(2).fill({ do: "remove", in: inSection(1), at: 0 }),
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

const FAQ = `# What people ask, by ring binder
- category: {en: Tools,  he: 'כלים'} # both

  en:
    question: "Which 'pins'?" # asked often
    answer: |  # Markdown
      Glass heads.

      - They do not melt.

  de:
      question: Welche Nadeln?
      answer: >-
        Mit Glaskopf,
        der nicht schmilzt.
# Second
- category:
    en: Cloth
  en: {question: How wide?, answer: 'As it comes.'}
`;

const GLOSSARY = `- term: dart
  image: dart.svg
  en:
    term: dart
    definition: A wedge
- term: tape
  en:
    term: tape
    definition: 'It''s for measuring.'`;

const SCHOOL = `languages: [en, he]
# Shown above every screen
announcements:
  - id: 7
    from: 2026-01-01 # New Year
    to: 2026-02-01
    en:
      title: Hello
      body: Come in.

products: [PM]
`;

const change = (text: string, kind: EntryKind, at: number, fields: Record<string, string>) => {
  const entry = readEntries(text, kind)?.[at];
  return editEntries(text, kind, { at, fields: { ...entry, ...fields } });
};

const swapped = (text: string, from: string, to: string): string => {
  expect(text.split(from)).toHaveLength(2);
  return text.replace(from, to);
};

test("entries are read with the texts of each language", () => {
  expect(readEntries(FAQ, "question")).toMatchObject([
    {
      "category.he": "כלים",
      "en.question": "Which 'pins'?",
      "en.answer": "Glass heads.\n\n- They do not melt.",
      "de.answer": "Mit Glaskopf, der nicht schmilzt.",
    },
    { "category.en": "Cloth", "en.question": "How wide?", "en.answer": "As it comes." },
  ]);
  expect(readEntries(SCHOOL, "announcement")).toMatchObject([{ id: "7", "en.title": "Hello" }]);
});

test.each([
  [FAQ, "question"],
  [GLOSSARY, "term"],
  [SCHOOL, "announcement"],
] as const)("an entry that is saved as it is changes no byte, %#", (text, kind) => {
  readEntries(text, kind)?.forEach((fields, at) => {
    expect(editEntries(text, kind, { at, fields })).toBe(text);
  });
});

test("a changed text of several lines is the only difference", () => {
  const after = change(FAQ, "question", 0, { "en.answer": "Thin ones.\n\n1. Long.\n2. Sharp." });
  const before = "      Glass heads.\n\n      - They do not melt.\n";
  const written = "      Thin ones.\n\n      1. Long.\n      2. Sharp.\n";
  expect(after).toBe(swapped(FAQ, before, written));
});

test.each(["", " ~", " null"])("a field with%s for its value gets another one there", (value) => {
  const text = swapped(GLOSSARY, "image: dart.svg", `image:${value} # to be drawn`);
  const after = change(text, "term", 0, { image: "wedge.svg" });
  expect(after).toBe(swapped(GLOSSARY, "dart.svg", "wedge.svg # to be drawn"));
});

test("a new language comes after the others of its entry", () => {
  const after = change(GLOSSARY, "term", 0, { "he.term": "מחסר", "he.definition": "טריז" });
  const written = "A wedge\n  he:\n    term: מחסר\n    definition: טריז\n";
  expect(after).toBe(swapped(GLOSSARY, "A wedge\n", written));
});

test("a language without texts goes, and the comment behind it stays", () => {
  const after = change(FAQ, "question", 0, { "de.question": "", "de.answer": "" });
  const start = FAQ.indexOf("  de:");
  expect(after).toBe(FAQ.slice(0, start) + FAQ.slice(FAQ.indexOf("# Second")));
});

const fresh = { term: "bias", "en.term": "bias", "en.definition": "Any direction." };
const written = "- term: bias\n  en:\n    term: bias\n    definition: Any direction.\n";

test.each<[string, string, string?]>([
  ["a file that is not there", "", written],
  ["a list without a last line end", GLOSSARY, `${GLOSSARY}\n${written.trimEnd()}`],
  ["an empty list", "[] # none\n"],
  ["a list in brackets", "[{term: a, en: {term: a, definition: b}}]\n"],
])("a term is added to %s", (_, text, expected) => {
  const after = editEntries(text, "term", { at: null, fields: fresh }) ?? "";
  expect(after).toBe(expected ?? after);
  expect(readEntries(after, "term")?.at(-1)).toEqual(fresh);
});

test.each([
  ["after others", SCHOOL, "8"],
  ["to a school without any", "languages: [en]\n", "1"],
  ["to a list with nothing in it", "announcements: # none\nlanguages: [en]\n", "1"],
  ["to an empty list", "announcements: [] # none\nlanguages: [en]\n", "1"],
])("an announcement is added with an id of its own, %s", (_, text, id) => {
  const fields = { from: "2026-03-01", to: "2026-03-02", "en.title": "Fair", "en.body": "a\nb" };
  const after = editEntries(text, "announcement", { at: null, fields }) ?? "";
  expect(readEntries(after, "announcement")?.at(-1)).toEqual({ ...fields, id });
  for (const line of text.split("\n")) {
    if (!line.startsWith("announcements:")) expect(after).toContain(line);
  }
});

test("an entry is removed, and what stands around it stays", () => {
  const first = editEntries(FAQ, "question", { at: 0, fields: null });
  expect(first).toBe(`# What people ask, by ring binder\n${FAQ.slice(FAQ.indexOf("# Second"))}`);
  const last = editEntries(GLOSSARY, "term", { at: 1, fields: null });
  expect(last).toBe(GLOSSARY.slice(0, GLOSSARY.indexOf("- term: tape") - 1));
  const none = editEntries(SCHOOL, "announcement", { at: 0, fields: null });
  expect(none).toContain("announcements: []\n\nproducts: [PM]\n");
});

test("a file of terms goes with the last one", () => {
  const once = editEntries(GLOSSARY, "term", { at: 1, fields: null }) ?? "";
  expect(editEntries(once, "term", { at: 0, fields: null })).toBeNull();
});

const changed = (text: string) => () => editEntries(text, "term", { at: 0, fields: { term: "z" } });
const added = (kind: EntryKind, fields: Record<string, string>) => () =>
  editEntries(FAQ, kind, { at: null, fields });

test.each([
  ["an anchor that another entry uses", changed("- term: &a x\n- term: *a\n")],
  ["a map in place of the list", changed("term: x\n")],
  ["texts in place of entries", changed("- x\n")],
  ["no such entry", () => change(FAQ, "question", 2, { "en.answer": "x" })],
  ["a new entry without texts", added("question", {})],
  ["a new announcement without texts", added("announcement", { from: "x" })],
])("a change of a file is refused with %s", (_, work) => {
  expect(work).toThrow(YamlEditError);
});
