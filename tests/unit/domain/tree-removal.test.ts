import { expect, test } from "vitest";
import type { FileTree } from "../../../src/contract/local-content.ts";
import { needsConfirmation, removalOf } from "../../../src/domain/file-tree.ts";

const entry = (id: number, size: number, present = true) => ({
  filename: `${String(id).padStart(40, "0")}.cache`,
  checksum: String(id).padStart(64, "0"),
  size,
  present,
  synced: present,
});

const tree: FileTree = {
  "a.svg": { en: entry(1, 100), he: entry(2, 20) },
  "b.svg": { en: entry(1, 100) },
  "c.svg": { en: entry(3, 3) },
  "d.svg": { en: entry(4, 4, false) },
};
const place = (name: string, language = "en") => ({ name, language });

test.each([
  ["deletes nothing if nothing is gone", [], 0, 0],
  ["deletes one language alone", [place("a.svg", "he")], 1, 20],
  ["keeps bytes that another name needs", [place("a.svg"), place("c.svg")], 1, 3],
  ["deletes bytes that no name needs", [place("a.svg"), place("b.svg"), place("c.svg")], 2, 103],
  ["counts no file that is not stored", [place("d.svg")], 0, 0],
])("the removal of files that the school no longer has %s", (_, gone, files, bytes) => {
  expect(removalOf(tree, gone)).toEqual({ files, bytes });
});

test("more than a tenth of the stored files is deleted only after a confirmation", () => {
  const tree: FileTree = Object.fromEntries(
    Array.from({ length: 20 }, (_, id) => [`${id}.svg`, { en: entry(id, 1) }]),
  );
  const asks = (files: number) => needsConfirmation(tree, { files, bytes: files });
  expect([0, 1, 2, 3, 20].map(asks)).toEqual([false, false, false, true, true]);
});
