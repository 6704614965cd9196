import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { MAX_CHARACTERS } from "../../../src/contract/activation.ts";
import { parseRegistration } from "../../../src/server/activation/activate.ts";
import {
  notesVersion,
  readReleaseNotes,
} from "../../../src/server/activation/downloads/installers.ts";
import { temporaryFolder } from "../../server/support/temporary-folder.ts";
import { FORM } from "../support/licence-school.ts";

const FIELDS = Object.keys(FORM) as (keyof typeof FORM)[];

test("a registration is stored without spaces around its fields, with the country in capitals", () => {
  const spaced = Object.fromEntries(FIELDS.map((field) => [field, `  ${FORM[field]} `]));
  expect(parseRegistration({ ...FORM, ...spaced, country: " il " })).toEqual(FORM);
  expect(parseRegistration({ ...FORM, address: "a\ud800" })?.address).toBe("a\ufffd");
});

test.each(FIELDS)("a registration needs: %s", (field) => {
  for (const text of ["", " ", "a\0b", "a\nb", "a\rb"]) {
    expect(parseRegistration({ ...FORM, [field]: text })).toBeNull();
  }
});

test.each(["fullname", "address", "telephone"] as const)("%s has a length limit", (field) => {
  const most = MAX_CHARACTERS[field];
  // A letter outside the basic plane is one character.
  expect(parseRegistration({ ...FORM, [field]: "𝒟".repeat(most) })).not.toBeNull();
  expect(parseRegistration({ ...FORM, [field]: "x".repeat(most + 1) })).toBeNull();
});

test.each([
  ...["dana", "@school.example", "dana@", "dana levi@school.example"].map((email) => ({ email })),
  ...["dana@school example", "dana@levi@school.example"].map((email) => ({ email })),
  ...["I", "ISR", "1L"].map((country) => ({ country })),
])("a registration with %j is refused", (wrong) => {
  expect(parseRegistration({ ...FORM, ...wrong })).toBeNull();
});

const read = async (files: Record<string, string>, names = Object.keys(files)) => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return readReleaseNotes(folder, names);
};

test.each([
  ["notes-1.2.0.de.md", "1.2.0"],
  ["NOTES-10.20.30.DE.TXT", "10.20.30"],
  ["notes-1.2.md", null],
  ["notes-1.2.0.deu.md", null],
  ["my-notes-1.2.0.md", null],
  ["notes-1.2.1234567.md", null],
])("%s has the notes of version %j", (name, version) => {
  expect(notesVersion(name)).toBe(version);
});

test("notes are read by language, English where the name has none", async () => {
  const english = { "notes-1.2.0.md": "  Faster.\r\nSafer.\n" };
  const notes = await read({ ...english, "notes-1.2.0.DE.txt": "Schneller." });
  expect(notes).toEqual({ en: "Faster.\nSafer.", de: "Schneller." });
});

test("notes that are empty or cannot be read are left out, and long ones are cut", async () => {
  const files = { "notes-1.2.0.md": "x".repeat(5000), "notes-1.2.0.he.md": " \r\n " };
  const notes = await read(files, [...Object.keys(files), "notes-1.2.0.fr.md"]);
  expect(notes).toEqual({ en: "x".repeat(4000) });
});
