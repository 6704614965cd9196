import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readSpan, recyclePiece } from "../../../src/server/store/file-pieces.ts";
import { sharedFolder } from "../../server/support/temporary-folder.ts";

const PIECE_BYTES = 128 * 1024;
const bytes = randomBytes(5 * PIECE_BYTES + 1000);
const folder = sharedFolder();
const file = path.join(folder, "file");
beforeAll(() => writeFile(file, bytes));

const piecesOf = async (...span: Parameters<typeof readSpan>): Promise<Buffer[]> => {
  const pieces: Buffer[] = [];
  for await (const piece of readSpan(...span)) pieces.push(piece);
  return pieces;
};

test.each([
  [0, 0],
  [0, PIECE_BYTES - 1],
  [PIECE_BYTES - 1, PIECE_BYTES],
  [5 * PIECE_BYTES, bytes.length - 1],
  [0, bytes.length - 1],
])("a part of a file, from byte %i to %i, is read as it is", async (first, last) => {
  const read = Buffer.concat(await piecesOf(file, { first, last }));
  expect(read.equals(bytes.subarray(first, last + 1))).toBe(true);
});

test("pieces that nobody gives back keep their bytes", async () => {
  const kept = await piecesOf(file);
  await piecesOf(file, { first: 1000, last: bytes.length - 1 });
  expect(Buffer.concat(kept).equals(bytes)).toBe(true);
});

test("the memory of a piece that is given back, even twice, is used once more and by one piece only", async () => {
  const pieces = await piecesOf(file);
  const given = pieces.slice(0, 3);
  for (const piece of [...given, ...given]) recyclePiece(piece);
  const next = await piecesOf(file);
  const memory = next.map(({ buffer }) => buffer);
  expect(new Set(memory).size).toBe(memory.length);
  expect(given.every(({ buffer }) => memory.includes(buffer))).toBe(true);
  expect(Buffer.concat(next).equals(bytes)).toBe(true);
});

test("bytes from elsewhere are never used for a file", async () => {
  const other = Buffer.alloc(PIECE_BYTES, 7);
  recyclePiece(other);
  await piecesOf(file);
  expect(other.equals(Buffer.alloc(PIECE_BYTES, 7))).toBe(true);
});
