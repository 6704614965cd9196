import { expect, test } from "vitest";
import { folderSource } from "../../../src/offline/content-import/folder-source.ts";
import type { ImportResult } from "../../../src/offline/content-import/import-source.ts";
import { createMemoryFolder } from "../../../src/platform/memory/memory-folder.ts";
import { failed } from "../../support/results.ts";

const PIECE = 1_000_000;

/** Streams a file of that size, and gives the result and the length of each chunk. */
const stream = async (
  size: number | null,
  answer: ImportResult<null> = { ok: true, value: null },
) => {
  const folder = createMemoryFolder();
  if (size !== null) await folder.write("files/a", new Uint8Array(size));
  const source = folderSource(folder);
  const lengths: number[] = [];
  const result = await source.stream("files/a", async ({ length }) => {
    lengths.push(length);
    return answer;
  });
  return { source, result, lengths };
};

test.each([
  [0, []],
  [5, [5]],
  [PIECE, [PIECE]],
  [2 * PIECE + 1, [PIECE, PIECE, 1]],
])("a file of %i bytes is read in chunks of a megabyte: %j", async (size, expected) => {
  const { result, lengths } = await stream(size);
  expect([result, lengths]).toEqual([{ ok: true, value: null }, expected]);
});

test("a file that is missing cannot be read", async () => {
  expect((await stream(null)).result).toEqual(failed("unreadable"));
});

test("nothing is read after a chunk was not taken", async () => {
  const cancelled = failed("cancelled");
  const { result, lengths } = await stream(3 * PIECE, cancelled);
  expect([result, lengths]).toEqual([cancelled, [PIECE]]);
});

test("nothing in a folder is compressed", async () => {
  const { source } = await stream(5);
  expect(source.compressedTotal).toBeNull();
  expect(await source.compressedSize("files/a")).toBeNull();
  expect(await source.size("files/a")).toBe(5);
  expect(await source.size("files/b")).toBeNull();
});
