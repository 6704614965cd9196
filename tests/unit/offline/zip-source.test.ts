import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ImportResult } from "../../../src/offline/content-import/import-source.ts";
import { openZip } from "../../../src/offline/content-import/zip-source.ts";
import { DONE, failed } from "../../support/results.ts";
import { handMadeZip, type MadeEntry } from "../support/hand-made-zip.ts";

const PIECE = 1024 * 1024;
const FILM = new Uint8Array(2 * PIECE + 5).map((_, at) => at % 251);
const TEXT = new TextEncoder().encode("{}".repeat(500));

const stored = (name: string, bytes = TEXT, more: Partial<MadeEntry> = {}): MadeEntry => ({
  ...{ name, bytes },
  ...more,
});
const packed = (name: string, bytes = TEXT): MadeEntry => ({
  ...{ name, bytes, packed: { method: 8, bytes: deflateRawSync(bytes) } },
});

/** A film that is stored, and the same compressed. */
const films = handMadeZip([stored("b"), stored("a", FILM), packed("c", FILM)]);

const open = async (zip: Blob) => {
  const opened = await openZip(zip);
  if (!opened.ok) throw new Error(opened.failure.kind);
  return opened.value;
};

/** Streams a file, and gives the result and the length of each chunk. */
const stream = async (zip: Blob, path: string, stopAfter = Number.POSITIVE_INFINITY) => {
  const source = await open(zip);
  const chunks: Uint8Array[] = [];
  const result = await source.stream(path, async (bytes): Promise<ImportResult<null>> => {
    chunks.push(bytes.slice());
    return chunks.length < stopAfter ? { ok: true, value: null } : failed("cancelled");
  });
  return { result, lengths: chunks.map(({ length }) => length), bytes: Buffer.concat(chunks) };
};

test("the sizes of a zip are those of its files, in the only folder with content", async () => {
  const zip = handMadeZip([packed("school/content.json"), stored("school/files/a"), packed("b")]);
  const source = await open(zip);
  expect(source.compressedTotal).toBe(zip.size);
  expect(await source.size("content.json")).toBe(TEXT.length);
  expect(await source.compressedSize("content.json")).toBe(deflateRawSync(TEXT).length);
  expect(await source.size("files/a")).toBe(TEXT.length);
  expect(await source.compressedSize("files/a")).toBe(TEXT.length);
  expect([await source.size("b"), await source.compressedSize("b")]).toEqual([null, null]);
});

test("the sizes of a zip are those of its root if the content is there, too", async () => {
  const source = await open(
    handMadeZip([stored("content.json"), stored("a/content.json", FILM.slice(0, 9))]),
  );
  expect(await source.size("content.json")).toBe(TEXT.length);
});

test("the sizes of a zip are not those of a deeper folder", async () => {
  const source = await open(handMadeZip([stored("a/b/content.json", TEXT)]));
  expect(await source.size("content.json")).toBeNull();
});

test("a file of a zip that is stored is read in chunks of a megabyte", async () => {
  const { result, lengths, bytes } = await stream(films, "a");
  expect(result).toEqual(DONE);
  expect(lengths).toEqual([PIECE, PIECE, 5]);
  expect(bytes.equals(FILM)).toBe(true);
});

test("a file of a zip that is compressed is inflated", async () => {
  const { result, bytes } = await stream(handMadeZip([stored("a"), packed("c")]), "c");
  expect(result).toEqual(DONE);
  expect(bytes.equals(TEXT)).toBe(true);
});

test("a file of a zip that is empty or not there has no bytes", async () => {
  const zip = handMadeZip([stored("empty", new Uint8Array()), stored("a")]);
  expect(await stream(zip, "empty")).toMatchObject({ result: DONE, lengths: [] });
  expect(await stream(zip, "none")).toMatchObject({ result: DONE, lengths: [] });
});

test.each(["a", "c"])("reads no more of a zip after a chunk was not taken: %s", async (name) => {
  const { result, lengths } = await stream(films, name, 1);
  expect(result).toEqual(failed("cancelled"));
  expect(lengths).toHaveLength(1);
});

test("a file of a zip that is stored with another size than its own is refused", async () => {
  const zip = handMadeZip([stored("a", TEXT, { claimedSize: TEXT.length + 3 }), stored("b")]);
  expect((await stream(zip, "a")).result.ok).toBe(false);
  const short = handMadeZip([stored("a", TEXT, { claimedSize: TEXT.length - 3 }), stored("b")]);
  expect((await stream(short, "a")).result.ok).toBe(false);
});

test("a file of a zip whose header is not where the zip says is refused", async () => {
  const bytes = new Uint8Array(await handMadeZip([stored("a", TEXT)]).arrayBuffer());
  bytes[0] = 0;
  expect((await stream(new Blob([bytes]), "a")).result).toEqual(failed("damaged-zip"));
});

test("a file of a zip that cannot be read any more is reported so", async () => {
  const zip = films.slice();
  const slice = zip.slice.bind(zip);
  let isGone = false;
  zip.slice = (from = 0, to) => {
    if (!isGone || from < PIECE) return slice(from, to);
    const gone = new Blob();
    gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    return gone;
  };
  const source = await open(zip);
  isGone = true;
  const result = await source.stream("a", async () => ({ ok: true, value: null }));
  expect(result).toEqual(failed("unreadable"));
  // The second chunk is being read while the first one is refused.
  const cancelled = failed("cancelled");
  expect(await source.stream("a", async () => cancelled)).toEqual(cancelled);
});
