import { describe, expect, test } from "vitest";
import { BRAND_FIELDS } from "../../../src/contract/staff-brand.ts";
import { decodeText, encodeText } from "../../../src/server/content/editor/decode-text.ts";
import {
  type BrandTextChanges,
  editSchool,
  readBrand as readText,
} from "../../../src/server/content/editor/edit-school.ts";

/** Reads a file with its byte order mark and line ends, as it is stored. */
const readBrand = (whole: string) => readText(decodeText(Buffer.from(whole))?.text ?? "");

const edit = (whole: string, changes: BrandTextChanges): string | null => {
  const decoded = decodeText(Buffer.from(whole));
  const edited = editSchool(decoded?.text ?? "", changes);
  return edited === null ? null : encodeText(edited, decoded).toString();
};

const PLAIN = `# Who we are
languages: [en, he] # in this order
organisation:
  id: 1
  name: Thimble School   # as on the door
  # the colour of the sign
  accent: "#a03050"

  title: 'Mira''s school'
  short_name:   # none yet
  email: desk@thimble.example
  footer:
    url: https://thimble.example/ # ours
    # to be called
    tel: "+44 20 5550 0100"
    description: >-
      A school
      of a few lessons.
products: [PM, SW]
`;

const FLOW = `languages:
  - en   # first
  - "he"
organisation: {id: 1, name: Thimble School, # here
  footer: {tel: "1", url: https://thimble.example/}}
products:
- PM
`;

const FILES: Record<string, string> = {
  "with comments": PLAIN,
  "with a byte order mark and Windows line ends": `\uFEFF${PLAIN.replaceAll("\n", "\r\n")}`,
  "without a last line end": PLAIN.trimEnd(),
  "in flow form": FLOW,
  "with an empty footer":
    "languages:\n- en\norganisation:\n  id: 1\n  name: A\n  footer: # later\n  title: B\n",
  "with null for a footer": "organisation:\n  name: A\n  footer: ~ # none\nlanguages: [en]",
  "with a text in lines": `organisation:
  footer:
    description: |
      One

      Two

    fax: "1"

  # the last one
  name: A
languages: [en, de, fr]
mails: {}
`,
};

const VALUES = [
  ...["Plain words", "#a03050", "a: b # c", "- x", 'it\'s "both"', "'", "yes", "null", "12"],
  ...["{x}, [y]", "*a &b !c %d @e `f", "בית ספר לתפירה", "a\nb", "a\r\nb", "---", "...", "? x"],
  ...["x:", "\\n", "tab\there", "😀".repeat(40), "w ".repeat(200).trim()],
];

/** The lines that one text has and the other has not, between those that they begin and end with alike. */
const changedLines = (one: string, other: string): [string[], string[]] => {
  const [a, b] = [one.split("\n"), other.split("\n")];
  while (a.length > 0 && a[0] === b[0]) [a, b].map((lines) => lines.shift());
  while (a.length > 0 && a.at(-1) === b.at(-1)) [a, b].map((lines) => lines.pop());
  return [a, b];
};

describe.each(Object.entries(FILES))("school.yaml %s", (_, text) => {
  const before = readBrand(text);

  test("keeps its bytes if no field is changed", () => {
    expect(before).not.toBeNull();
    expect(edit(text, {})).toBe(text);
    expect(edit(text, { ...before })).toBe(text);
  });

  test("takes any text in any field, and keeps its other lines", () => {
    for (const [at, field] of ([...BRAND_FIELDS, "logo"] as const).entries()) {
      // Each text is tried in the name and in a field of the footer, in both forms of YAML, and some elsewhere.
      const isTried =
        (text === PLAIN || text === FLOW) && (field === "name" || field === "footer/description");
      for (const value of VALUES.filter((_, number) => isTried || number % 5 === at % 5)) {
        const edited = edit(text, { fields: { [field]: value } });
        const fields = { ...before?.fields, [field]: value.replace("\r\n", "\n") };
        expect(edited && readBrand(edited), `${field}: ${value}`).toEqual({ ...before, fields });
        const [gone, come] = changedLines(text, edited ?? "");
        const was = before?.fields[field].split("\n").length ?? 0;
        // A map in brackets that has comments gets a line for each field.
        const most = text === FLOW ? 12 : value.includes("\n") ? 4 : 2;
        expect(come.length, `${field}: ${value}`).toBeLessThanOrEqual(most);
        expect(gone.length, `${field}: ${value}`).toBeLessThanOrEqual(was + 3);
        expect(edited?.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
        if (text.includes("\r\n")) expect(edited).not.toMatch(/[^\r]\n/);
      }
    }
  });

  test("loses no comment when a field is taken out, but that in the field's line", () => {
    for (const field of [...BRAND_FIELDS, "logo"] as const) {
      const edited = edit(text, { fields: { [field]: "" } });
      const fields = { ...before?.fields, [field]: "" };
      expect(edited && readBrand(edited)).toEqual({ ...before, fields });
      const comments = (of: string) => of.split("\n").filter((line) => /^\s*#/.test(line));
      expect(comments(edited ?? "")).toEqual(comments(text));
    }
  });

  test.each([["en"], ["en,de,fr,tr"], ["de,en"], ["el,tr"]])("takes the languages %s", (names) => {
    const languages = names.split(",");
    const found = readBrand(edit(text, { languages }) ?? "");
    expect({ ...found, languages: new Set(found?.languages) }).toEqual({
      ...before,
      languages: new Set(languages),
    });
    expect(found?.languages[0]).toBe(languages[0]);
  });
});

test("another first language comes to the top with its comment", () => {
  const block =
    "organisation: {name: A}\nlanguages: # ours\n  - en # first\n  - de # then\n  - he\n";
  const edited = (languages: string[]) => edit(block, { languages })?.split("\n").slice(2, -1);
  expect(edited(["de", "en", "he"])).toEqual(["  - de # then", "  - en # first", "  - he"]);
  expect(edited(["fr", "en", "tr"])).toEqual(["  - fr", "  - en # first", "  - tr"]);
  expect(edit(PLAIN, { languages: ["he", "en"] })).toBe(PLAIN.replace("[en, he]", "[he, en]"));
});

test("a changed value has the quotes and the comment of the one before", () => {
  const fields = {
    ...{ name: "New", accent: "#123456", title: "It's ours", short_name: "TS" },
    ...{ "footer/description": "Short.", "footer/tel": "", "footer/fax": "2" },
  };
  expect(edit(PLAIN, { fields, languages: ["en", "de"] })).toBe(
    PLAIN.replace("name: Thimble School ", "name: New ")
      .replace("#a03050", "#123456")
      .replace("Mira''s school", "It''s ours")
      .replace("short_name:   #", "short_name: TS   #")
      .replace("A school\n      of a few lessons.\n", 'Short.\n    fax: "2"\n')
      .replace('    tel: "+44 20 5550 0100"\n', "")
      .replace("[en, he]", "[en, de]"),
  );
});

test.each([
  ["no YAML", "organisation: ["],
  ["two documents", "organisation: {name: A}\nlanguages: [en]\n---\na: 1\n"],
  ["no map", "- organisation\n"],
  ["nothing", ""],
  ["no organisation", "languages: [en]\n"],
  ["no languages", "organisation: {name: A}\n"],
  ["a list for a name", "organisation: {name: [A]}\nlanguages: [en]\n"],
  ["a text for a footer", "organisation: {name: A, footer: x}\nlanguages: [en]\n"],
  ["an alias for a name", "a: &a A\norganisation: {name: *a}\nlanguages: [en]\n"],
  ["the same key twice", "organisation:\n  name: A\n  name: B\nlanguages: [en]\n"],
  ["nesting without end", `languages: [en]\norganisation: ${"{a: ".repeat(20_000)}`],
])("a form cannot show a file with %s", (_, text) => {
  expect(readBrand(text)).toBeNull();
  expect(edit(text, { fields: { name: "B" } })).toBeNull();
});

test("half a character is not written, nor a value that is used elsewhere", () => {
  expect(edit(PLAIN, { fields: { name: "\ud83d" } })).toBeNull();
  const text = "organisation:\n  name: &a A\nlanguages: [en]\nother: *a\n";
  expect(edit(text, { fields: { name: "B" } })).toBeNull();
});
