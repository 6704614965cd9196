import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sourceTextPlace } from "../../../src/domain/source-text.ts";
import type { HeadFields, HeadKind } from "../../../src/domain/text-head.ts";
import { decodeText, encodeText } from "../../../src/server/content/editor/decode-text.ts";
import { editHead, headPlaces, readHead } from "../../../src/server/content/editor/edit-head.ts";

const ID = 555;

/** Opens a file, changes fields and body as a form does, and gives it back as it is stored. */
const edit = (
  file: string,
  change: Readonly<Record<string, string>>,
  { kind = "lesson", body }: { kind?: HeadKind; body?: string } = {},
): string | null => {
  const decoded = decodeText(Buffer.from(file));
  const text = decoded?.text ?? "";
  const read = readHead(text, kind);
  if (!read) return null;
  const fields: HeadFields = { ...read.fields, ...change };
  const edited = editHead(text, kind, { fields, body: body ?? read.body, id: ID });
  return edited === null ? null : encodeText(edited, decoded).toString();
};

const HEAD = `---
# Written by Mira
id: 7   # never change
title: {en: "Darts", he: צמד} # both
type: figure
icon:   # none yet
extra: [1, 2]
assignment:
  # what they hand in
  title:
    en: 'Draft it'
  image: task.svg # a photo
  criteria:
    # most of all
    - {en: Equal sides, he: צדדים}
    - en: "No corner" # at the hip
    - en: Notches
  draft:
    block: skirt-block
    lengths: {halfHip: skirt-frame}
---
# Page
---
not a head: {
`;

const FLOW = `---
{id: 1, title: {en: A}, type: text, assignment: {title: {en: B}, criteria: [{en: one}, {en: two}]}}
---
# A
`;

const CRITERIA = "assignment.criteria";

test.each<[string, string, Record<string, string>, [string, string][]]>([
  ["nothing", HEAD, {}, []],
  ["a title in another language", HEAD, { "title.de": "Abnäher" }, [["צמד}", "צמד, de: Abnäher}"]]],
  ["a picture of the assignment", HEAD, { "assignment.image": "b.png" }, [["task.svg", "b.png"]]],
  ["a criterion", HEAD, { "assignment.criteria.1.en": "No bump" }, [["No corner", "No bump"]]],
  ["a criterion in braces", HEAD, { "assignment.criteria.0.he": "" }, [[", he: צדדים}", "}"]]],
  ["one less", HEAD, { [`${CRITERIA}.1.en`]: "" }, [['    - en: "No corner" # at the hip\n', ""]]],
  ["one more", HEAD, { [`${CRITERIA}.3.en`]: "Neat" }, [["Notches", "Notches\n    - en: Neat"]]],
  ["all in one pair of braces", FLOW, { "assignment.criteria.0.en": "" }, [["{en: one}, ", ""]]],
])("changes %s and no other byte", (_, file, change, replaced) => {
  const expected = replaced.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, file);
  expect(edit(file, change)).toBe(expected);
});

test("a head gets a field that the assignment has not, and keeps every other byte", () => {
  const edited = edit(HEAD, { "assignment.instructions": "s.pdf" });
  expect(edited?.split("  instructions: s.pdf\n").join("")).toBe(HEAD);
  expect(edited).not.toBe(HEAD);
});

test("a head is made for a new lesson, with the id that the school gives", () => {
  const fields = {
    ...{ "title.en": "Hems: narrow", "title.he": "מכפלת", type: "text" },
    ...{ "assignment.title.en": "Sew one", "assignment.criteria.0.en": "Even" },
  };
  const made = editHead("", "lesson", { fields, body: "# Hems\n", id: ID }) ?? "";
  expect(made).toMatch(/^---\nid: 555\ntitle:\n {2}en: "Hems: narrow"\n/);
  expect(made.endsWith("---\n# Hems\n")).toBe(true);
  expect(readHead(made, "lesson")).toEqual({ fields, body: "# Hems\n", bodyLine: 13 });
});

test("a head loses its assignment with everything that belongs to it", () => {
  const names = Object.keys(readHead(HEAD, "lesson")?.fields ?? {});
  const own = names.filter((name) => name.startsWith("assignment."));
  const none = Object.fromEntries(own.map((name) => [name, ""]));
  const [before, after] = HEAD.split(/assignment:\n[\s\S]*?(?=---\n# Page)/);
  expect(edit(HEAD, none)).toBe(`${before}${after}`);
});

test("a head gets an id where it has none, and a text without a head gets one", () => {
  const whole = "---\nid: 555\ntitle: {en: A}\n---\n# A\n";
  for (const head of ["title: {en: A}", "id:\ntitle: {en: A}"])
    expect(edit(`---\n${head}\n---\n# A\n`, {})).toBe(whole);
  expect(edit("# A\n", { "title.en": "A" })).toBe("---\nid: 555\ntitle:\n  en: A\n---\n# A\n");
  expect(edit("", {}, { kind: "instruction", body: "" })).toBe("---\nid: 555\n---\n");
});

test.each([
  ["does not end", "---\nid: 1\n# A\n"],
  ["is no YAML", "---\nid: [1\n---\n# A\n"],
  ["has text for titles", "---\nid: 1\ntitle: A\n---\n"],
  ["has texts for criteria", "---\nid: 1\nassignment: {criteria: [a, b]}\n---\n"],
])("a head that %s is not shown by a form", (_, file) => {
  expect(readHead(file, "lesson")).toBeNull();
});

test("a head leads each of its lines to a field of the form, and each line below to the text", () => {
  const lines = [3, 4, 5, 10, 14, 17, 22, 23];
  const places = lines.map((line) => headPlaces(HEAD, "lesson", [line])[0]);
  expect(places.map((place) => place?.field || place?.line)).toEqual([
    ...["title", "title", "type", "assignment.title", "assignment.criteria"],
    ...["assignment.criteria", 1, 2],
  ]);
});

const FOLDER = path.join(import.meta.dirname, "../../../resources/demo-school");
const FILES = globSync("**/*.md", { cwd: FOLDER }).filter((file) => sourceTextPlace(file));

test("a title that is changed and changed back leaves every byte of each text of the demo school", () => {
  expect(FILES.length).toBeGreaterThan(300);
  for (const name of FILES) {
    const place = sourceTextPlace(name);
    if (!place) continue;
    const kind = place.kind as HeadKind;
    const file = readFileSync(path.join(FOLDER, name), "utf8");
    for (const whole of [file, `\uFEFF${file.replaceAll("\n", "\r\n")}`]) {
      if (!file.startsWith("---")) {
        expect(readHead(file, kind)).toMatchObject({ fields: {}, body: file });
        continue;
      }
      const before = readHead(file, kind)?.fields["title.en"] ?? "";
      const changed = edit(whole, { "title.en": `${before} more` }, { kind });
      expect(changed).not.toBe(whole);
      expect(edit(changed ?? "", { "title.en": before }, { kind }), name).toBe(whole);
    }
  }
});
