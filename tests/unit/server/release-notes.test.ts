import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  notesVersion,
  readReleaseNotes,
} from "../../../src/server/activation/downloads/installers.ts";
import { temporaryFolder } from "../../server/support/temporary-folder.ts";

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
  const notes = await read({
    "notes-1.2.0.md": "  Faster.\r\nSafer.\n",
    "notes-1.2.0.DE.txt": "Schneller.",
  });
  expect(notes).toEqual({ en: "Faster.\nSafer.", de: "Schneller." });
});

test("notes that are empty or cannot be read are left out, and long ones are cut", async () => {
  const files = { "notes-1.2.0.md": "x".repeat(5000), "notes-1.2.0.he.md": " \r\n " };
  const notes = await read(files, [...Object.keys(files), "notes-1.2.0.fr.md"]);
  expect(notes).toEqual({ en: "x".repeat(4000) });
});
