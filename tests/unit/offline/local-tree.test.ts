import * as v from "valibot";
import { expect, test } from "vitest";
import { type FileTree, fileTree } from "../../../src/contract/local-content.ts";
import type { WantedFile } from "../../../src/domain/file-tree.ts";
import { createIndexFiles } from "../../../src/offline/index-files.ts";
import { createLocalTree } from "../../../src/offline/sync/local-tree.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
} from "../../../src/platform/memory/memory-desktop.ts";
import { DONE, failed } from "../../support/results.ts";
import { sha256 } from "../support/content-folder.ts";

const bytesOf = (name: string) => new TextEncoder().encode(`bytes of ${name}`);
const checksumOf = (name: string) => sha256(bytesOf(name));
const filenameOf = (name: string) => `${checksumOf(name).slice(0, 40)}.cache`;
const pathOf = (name: string) => `files/${filenameOf(name)}`;
const SIZE = bytesOf("a").length;

const wanted = (name: string, change: Partial<WantedFile> = {}): WantedFile => ({
  ...{ name, language: "en", checksum: checksumOf(name), size: SIZE, filename: filenameOf(name) },
  places: [{ name, language: "en" }],
  ...change,
});

/** A tree of these files: true for the ones that it has as present. */
const treeOf = (files: Record<string, boolean>): FileTree =>
  Object.fromEntries(
    Object.entries(files).map(([name, present]) => {
      const file = { filename: filenameOf(name), checksum: checksumOf(name), size: SIZE };
      return [name, { en: { ...file, present, synced: present } }];
    }),
  );

const presentIn = (tree: FileTree) =>
  Object.entries(tree).flatMap(([name, { en }]) => (en?.present ? [name] : []));

/** @param stored the stored tree; null: there is none */
const open = async (
  stored: FileTree | null,
  files: Record<string, Uint8Array<ArrayBuffer>> = {},
) => {
  const machine = createMemoryDesktop();
  const index = createIndexFiles(machine);
  for (const [path, bytes] of Object.entries(files)) await machine.folder.write(path, bytes);
  if (stored) await index.write("filetree.json", stored);
  const tree = createLocalTree({ machine, index, neededElsewhere: async () => new Set<string>() });
  return {
    machine,
    tree,
    paths: () => [...machine.folder.files.keys()].filter((path) => path.startsWith("files/")),
    present: () => presentIn(tree.current()),
    async written() {
      const read = await index.read("filetree.json", fileTree);
      return read.ok && read.value ? presentIn(read.value) : null;
    },
  };
};

test("the tree at a start has the files as present that are on the disk with their size", async () => {
  const files = { a: true, cut: true, gone: true, saved: false, short: false };
  const { tree, present, written } = await open(treeOf(files), {
    [pathOf("a")]: bytesOf("a"),
    [pathOf("cut")]: new Uint8Array(3),
    // Saved after the tree was last written.
    [pathOf("saved")]: new Uint8Array(SIZE),
    [pathOf("short")]: new Uint8Array(3),
  });
  expect(await tree.load()).toBe(true);
  expect(present()).toEqual(["a", "saved"]);
  expect(tree.current().saved?.en?.synced).toBe(true);
  // What was saved is written at once, what is missing later.
  expect(await written()).toContain("saved");
  await tree.write();
  expect(await written()).toEqual(["a", "saved"]);
});

test("the tree at a start of which nothing is readable finds the files by their bytes", async () => {
  const { tree, machine, present } = await open(null, {
    [`files/${"0".repeat(40)}.cache`]: bytesOf("a"),
    "files/notes.txt": bytesOf("b"),
  });
  expect(await tree.load()).toBe(false);
  expect(await tree.adopt([wanted("a"), wanted("b")])).toEqual([wanted("b")]);
  expect(present()).toEqual(["a"]);
  expect(tree.current().a?.en?.filename).toBe(`${"0".repeat(40)}.cache`);
  expect(machine.folder.files.size).toBe(2);
});

test.each([
  ["of its name and size is not downloaded again", new Uint8Array(SIZE), SIZE, []],
  ["of another size is deleted and downloaded", new Uint8Array(3), SIZE, ["a"]],
  ["is hashed if the server does not state its size", bytesOf("a"), null, []],
  ["has other bytes than a server without a size says", new Uint8Array(SIZE), null, ["a"]],
])("a wanted file that is on the disk %s", async (_, bytes, size, missing) => {
  const { tree, paths, present, written } = await open(null, { [pathOf("a")]: bytes });
  const left = await tree.adopt([wanted("a", { size }), wanted("b")]);
  expect(left.map(({ name }) => name)).toEqual([...missing, "b"]);
  const here = missing.length === 0 ? ["a"] : [];
  expect([present(), paths()]).toEqual([here, here.map(pathOf)]);
  await tree.write();
  expect((await written()) ?? []).toEqual(here);
});

test("a verified tree has no damaged files, and tells how many there were", async () => {
  const { tree, paths, present, written } = await open(treeOf({ a: true, b: true, c: false }), {
    [pathOf("a")]: bytesOf("a"),
    [pathOf("b")]: new Uint8Array(SIZE),
  });
  await tree.load();
  const sizes: number[] = [];
  // A verification that is stopped calls no file damaged.
  expect(await tree.verify((size) => sizes.push(size), AbortSignal.abort())).toBe(0);
  expect([sizes, present()]).toEqual([[], ["a", "b"]]);
  const { signal } = new AbortController();
  expect(await tree.verify((size) => sizes.push(size), signal)).toBe(1);
  expect(sizes).toEqual([SIZE, SIZE]);
  expect(present()).toEqual(["a"]);
  expect(paths()).toEqual([pathOf("a")]);
  expect(await written()).toEqual(["a"]);
});

const words = v.object({ words: v.string() });

const openIndex = (folder = createMemoryFolder()) => {
  const machine = createMemoryDesktop(folder);
  return { folder, machine, index: createIndexFiles(machine) };
};

test("an index file is read as it was written, with the contract's checksum", async () => {
  const { index, folder, machine } = openIndex();
  expect(await index.read("content.json", words)).toEqual(DONE);
  expect(await index.has("content.json")).toBe(false);
  await index.write("content.json", { words: "ß" });
  expect(await index.has("content.json")).toBe(true);
  const text = new TextDecoder().decode(folder.files.get("content.json"));
  const checksum = await machine.sha256('{"words":"ß"}');
  expect(JSON.parse(text)).toEqual({ version: 1, checksum, data: { words: "ß" } });
  expect(await index.read("content.json", words)).toEqual({ ok: true, value: { words: "ß" } });
});

test("a full disk loses none of the previous data", async () => {
  const { index, folder } = openIndex();
  await index.write("content.json", { words: "before" });
  folder.setCapacity(300);
  const long = { words: "after".repeat(100) };
  expect(await index.write("content.json", long)).toEqual(failed("no-room"));
  expect((await index.replace({ "content.json": long, "faqs.json": long })).ok).toBe(false);
  folder.setCapacity(null);
  const again = openIndex(folder).index;
  await again.recover();
  const stored = (name: "content.json" | "faqs.json") => again.read(name, words);
  expect(await stored("content.json")).toEqual({ ok: true, value: { words: "before" } });
  expect(await stored("faqs.json")).toEqual(DONE);
});
