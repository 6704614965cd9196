import { expect, test } from "vitest";
import type { FileTree } from "../../../src/contract/local-content.ts";
import {
  emptyTree,
  manifestOf,
  markAbsent,
  markSaved,
  mergeTree,
  needsConfirmation,
  presentFiles,
  removalOf,
  removeEntries,
  wantedFiles,
} from "../../../src/domain/file-tree.ts";

const sum = (letter: string) => letter.repeat(64);
const filenameOf = (checksum: string) => `${checksum.slice(0, 40)}.cache`;
const everybody = () => false;

type Lists = Record<string, Record<string, string>>;

const manifest = (lists: Lists, size: number | null = 10) =>
  manifestOf(
    new Map(
      Object.entries(lists).map(([language, files]) => [
        language,
        Object.fromEntries(
          Object.entries(files).map(([name, letter]) => [name, { checksum: sum(letter), size }]),
        ),
      ]),
    ),
  ).manifest;

/** Merges a server's lists and fetches all wanted files. */
const sync = (before: FileTree, lists: Lists) => {
  const { tree, gone } = mergeTree(before, manifest(lists), filenameOf);
  removeEntries(tree, gone);
  for (const file of wantedFiles(tree, manifest(lists), filenameOf, everybody)) {
    markSaved(tree, file, file.size ?? 0);
  }
  return tree;
};

test("a new file is wanted, once for all names and languages with the same bytes", () => {
  const lists = manifest({ en: { "a.svg": "a", "b.svg": "a" }, he: { "a.svg": "a" } });
  const { tree } = mergeTree(emptyTree(), lists, filenameOf);
  const wanted = wantedFiles(tree, lists, filenameOf, everybody);
  expect(wanted).toHaveLength(1);
  expect(wanted[0]).toMatchObject({ name: "a.svg", language: "en", size: 10 });
  expect(wanted[0]?.places).toHaveLength(3);
  expect(presentFiles(tree).size).toBe(0);
});

const entry = (letter: string, change: object = {}) => ({
  filename: filenameOf(sum(letter)),
  checksum: sum(letter),
  size: 10,
  present: true,
  synced: true,
  ...change,
});
const missing = { present: false, synced: false };

test("bytes that are stored under another name are not wanted", () => {
  const tree = sync(emptyTree(), { en: { "old.svg": "a" } });
  const lists = manifest({ en: { "new.svg": "a" } });
  const merged = mergeTree(tree, lists, filenameOf);
  expect(wantedFiles(merged.tree, lists, filenameOf, everybody)).toEqual([]);
  expect(merged.tree["new.svg"]?.en).toMatchObject({ present: true, synced: true });
  expect(merged.gone).toEqual([{ name: "old.svg", language: "en" }]);
});

test("a changed file keeps its old bytes until the new ones are saved", () => {
  const before = sync(emptyTree(), { en: { "a.svg": "a" } });
  const lists = manifest({ en: { "a.svg": "b" } });
  const { tree } = mergeTree(before, lists, filenameOf);
  expect(tree["a.svg"]?.en).toEqual(entry("a", { synced: false }));
  for (const file of wantedFiles(tree, lists, filenameOf, everybody)) markSaved(tree, file, 10);
  expect(tree["a.svg"]?.en).toEqual(entry("b"));
});

test("a file that is not fetched yet keeps its name on the disk, so that its download continues", () => {
  const lists = manifest({ en: { "a.svg": "a" } });
  const first = mergeTree(emptyTree(), lists, filenameOf).tree;
  expect(first["a.svg"]?.en).toEqual(entry("a", missing));
  const otherName = () => "other.cache";
  const again = mergeTree(first, lists, otherName).tree;
  expect(again["a.svg"]?.en).toEqual(entry("a", missing));
  const [wanted] = wantedFiles(again, lists, otherName, everybody);
  expect(wanted?.filename).toBe(filenameOf(sum("a")));
  const changed = manifest({ en: { "a.svg": "b" } });
  expect(mergeTree(again, changed, filenameOf).tree["a.svg"]?.en).toEqual(entry("b", missing));
});

test("a file whose size the server does not tell is wanted, too", () => {
  const lists = manifest({ en: { "a.svg": "a" } }, null);
  const { tree } = mergeTree(emptyTree(), lists, filenameOf);
  expect(tree["a.svg"]?.en).toEqual(entry("a", { ...missing, size: 0 }));
  expect(wantedFiles(emptyTree(), lists, filenameOf, everybody)).toHaveLength(1);
});

test("a stored file that the server no longer lists stays until it is removed, and in other languages", () => {
  const before = sync(emptyTree(), { en: { "a.svg": "a", "b.svg": "b" }, he: { "a.svg": "c" } });
  const { tree, gone } = mergeTree(before, manifest({ en: {} }), filenameOf);
  expect(tree["b.svg"]?.en).toEqual(entry("b", { synced: false }));
  expect(gone.map(({ name, language }) => [name, language])).toEqual([
    ["a.svg", "en"],
    ["b.svg", "en"],
  ]);
  removeEntries(tree, [...gone, { name: "constructor", language: "en" }]);
  expect(Object.keys(tree)).toEqual(["a.svg"]);
  expect(tree["a.svg"]).toEqual({ he: entry("c") });
});

test("empty files and files that nobody wants are not fetched", () => {
  const lists = manifest({ en: { "a.svg": "a", "b.svg": "b" } });
  const { tree } = mergeTree(emptyTree(), lists, filenameOf);
  const wanted = wantedFiles(tree, lists, filenameOf, (name) => name === "a.svg");
  expect(wanted.map(({ name }) => name)).toEqual(["b.svg"]);
  const empty = manifest({ en: { "a.svg": "a" } }, 0);
  expect(wantedFiles(emptyTree(), empty, filenameOf, everybody)).toEqual([]);
});

test("invalid names are listed separately, and names that differ only in case or Unicode form count once", () => {
  const file = { checksum: sum("a"), size: 1 };
  const names = [
    ...["é.svg", "e\u0301.svg", "A/b.svg", "a/B.svg", "../c", "ok/straße.svg"],
    ...["ok/STRASSE.svg", "É.svg"],
  ];
  const { manifest, refused } = manifestOf(
    new Map([["en", Object.fromEntries(names.map((name) => [name, file]))]]),
  );
  expect([...(manifest.get("en")?.keys() ?? [])]).toEqual(["é.svg", "A/b.svg", "ok/straße.svg"]);
  expect(refused).toEqual(["e\u0301.svg", "a/B.svg", "../c", "ok/STRASSE.svg", "É.svg"]);
});

test("damaged bytes count as missing under all their names", () => {
  const tree = sync(emptyTree(), { en: { "a.svg": "a", "b.svg": "a", "c.svg": "c" } });
  markAbsent(tree, new Set([filenameOf(sum("a"))]));
  expect([...presentFiles(tree).keys()]).toEqual([filenameOf(sum("c"))]);
  expect(tree["b.svg"]?.en).toMatchObject({ present: false, synced: false });
});

const stored: FileTree = {
  "a.svg": { en: entry("1", { size: 100 }), he: entry("2", { size: 20 }) },
  "b.svg": { en: entry("1", { size: 100 }) },
  "c.svg": { en: entry("3", { size: 3 }) },
  "d.svg": { en: entry("4", { ...missing, size: 4 }) },
};
const place = (name: string, language = "en") => ({ name, language });

test.each([
  ["deletes nothing if nothing is gone", [], 0, 0],
  ["deletes one language alone", [place("a.svg", "he")], 1, 20],
  ["keeps bytes that another name needs", [place("a.svg"), place("c.svg")], 1, 3],
  ["deletes bytes that no name needs", [place("a.svg"), place("b.svg"), place("c.svg")], 2, 103],
  ["counts no file that is not stored", [place("d.svg")], 0, 0],
])("the removal of files that the school no longer has %s", (_, gone, files, bytes) => {
  expect(removalOf(stored, gone)).toEqual({ files, bytes });
});

test("more than a tenth of the stored files is deleted only after a confirmation", () => {
  const tree: FileTree = Object.fromEntries(
    Array.from("abcdefghijklmnopqrst", (letter) => [`${letter}.svg`, { en: entry(letter) }]),
  );
  const asks = (files: number) => needsConfirmation(tree, { files, bytes: files });
  expect([0, 1, 2, 3, 20].map(asks)).toEqual([false, false, false, true, true]);
});
