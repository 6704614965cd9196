import {
  type Entry,
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSAFE_FILENAME,
  type FileEntry,
  type Reader,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-reader.js";
import { Result } from "../../lib/result.ts";
import type { FileBytes } from "../../platform/ports.ts";
import type { Imported, ImportFailure, ImportSource } from "./import-source.ts";

/** So many bytes of the zip are read at once: each piece costs a way there and back. */
const PIECE = 1024 * 1024;

/** What stands before an entry's bytes, but for its name and its extra field. */
const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;
const STORED = 0;

/** More than any school's content has by far. */
const MAX_ENTRIES = 200_000;

const FAILURES: Readonly<Record<string, ImportFailure["kind"]>> = {
  [ERR_ENCRYPTED]: "encrypted",
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY]: "encrypted",
  [ERR_UNSAFE_FILENAME]: "unsafe",
  [ERR_OVERLAPPING_ENTRY]: "too-big",
  [ERR_INVALID_UNCOMPRESSED_SIZE]: "too-big",
};

/** Entries that name the same bytes twice, links, and what nobody can read make no content. */
const refusalOf = (entry: Entry, known: ReadonlyMap<string, unknown>): ImportFailure | null => {
  if (entry.encrypted) return { kind: "encrypted" };
  if (entry.symlink || known.has(entry.filename)) return { kind: "unsafe" };
  return known.size >= MAX_ENTRIES ? { kind: "too-big" } : null;
};

/** Where the content lies in the zip: at its root, or in the one folder that was zipped. */
const rootOf = (names: Iterable<string>): string => {
  const roots = [...names].flatMap((name) => /^([^/]+\/)?content\.json$/.exec(name)?.[1] ?? []);
  return roots.length === 1 ? (roots[0] ?? "") : "";
};

/** Reads a zip in pieces, and knows whether it is still there to be read. */
const readerOf = (zip: FileBytes) => {
  let lost = false;
  const read = async (from: number, length: number) => {
    try {
      return new Uint8Array(await zip.slice(from, from + length).arrayBuffer());
    } catch (error) {
      lost = true;
      throw error;
    }
  };
  const readable = (from: number, to: number) => {
    let at = from;
    return new ReadableStream({
      async pull(controller) {
        const piece = await read(at, Math.min(PIECE, to - at));
        at += piece.length;
        if (piece.length > 0) controller.enqueue(piece);
        if (piece.length === 0 || at >= to) controller.close();
      },
    });
  };
  const reader = {
    size: zip.size,
    readUint8Array: read,
    createReadable: ({ offset = 0, size = zip.size }: { offset?: number; size?: number } = {}) =>
      readable(offset, offset + size),
  };
  // That is all that is asked of a reader, though its type says more.
  return { reader: reader as unknown as Reader<Blob>, read, isLost: () => lost };
};

type Read = (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
type Take = (bytes: Uint8Array<ArrayBuffer>) => Promise<Imported<null>>;

/**
 * Where the bytes of an entry lie that is in the zip as it is: films and photos, which are nearly all
 * there is to a course, need no detour through a stream.
 * @returns null where it is packed, or does not lie where the zip says
 * @throws the library's error where it lies over another one
 */
const storedAt = async (entry: FileEntry, read: Read): Promise<number | null> => {
  const { compressionMethod, compressedSize, uncompressedSize, encrypted, offset } = entry;
  if (compressionMethod !== STORED || encrypted || compressedSize !== uncompressedSize) return null;
  await entry.getData(new WritableStream(), { checkOverlappingEntryOnly: true });
  const header = await read(offset, HEADER_BYTES);
  const view = new DataView(header.buffer);
  if (header.length < HEADER_BYTES || view.getUint32(0, true) !== HEADER_SIGNATURE) return null;
  return offset + HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
};

/** Passes bytes on piece by piece: the next one is read while one is taken. */
const pourStored = async (
  read: Read,
  from: number,
  size: number,
  take: Take,
): Promise<Imported<null>> => {
  const pieceAt = (at: number) =>
    at < size ? read(from + at, Math.min(PIECE, size - at)) : Promise.resolve(null);
  let at = 0;
  for (let next = pieceAt(0); ; ) {
    const piece = await next;
    if (!piece || piece.length === 0) return Result.ok(null);
    at += piece.length;
    next = pieceAt(at);
    // Where it is not taken, nobody waits for the next one.
    next.catch(() => undefined);
    const taken = await take(piece);
    if (!taken.ok) return taken;
  }
};

/**
 * A zip of a content folder, read piece by piece: it may be larger than memory.
 * @param zip a file that was chosen, or any bytes
 */
export const openZip = async (zip: FileBytes): Promise<Imported<ImportSource>> => {
  const { reader, read, isLost } = readerOf(zip);
  const failureOf = (error: unknown): ImportFailure => {
    if (isLost()) return { kind: "unreadable" };
    const kind = error instanceof Error ? FAILURES[error.message] : undefined;
    return { kind: kind ?? "damaged-zip" } as ImportFailure;
  };

  const entries = new Map<string, FileEntry>();
  try {
    const found = new ZipReader(reader, {
      useWebWorkers: false,
      // Names that climb out of the folder, on whichever system, or are absolute.
      filenameValidation: "balanced",
      checkOverlappingEntry: true,
    }).getEntriesGenerator();
    for await (const entry of found) {
      const refusal = refusalOf(entry, entries);
      if (refusal) return Result.fail(refusal);
      if (!entry.directory) entries.set(entry.filename, entry);
    }
  } catch (error) {
    return Result.fail(failureOf(error));
  }
  const root = entries.has("content.json") ? "" : rootOf(entries.keys());

  return Result.ok({
    packed: zip.size,
    size: async (path) => entries.get(root + path)?.uncompressedSize ?? null,
    packedSize: async (path) => entries.get(root + path)?.compressedSize ?? null,
    async pour(path, take) {
      let refused: Imported<null> | null = null;
      const taking = new WritableStream<Uint8Array<ArrayBuffer>>({
        async write(bytes) {
          const taken = await take(bytes);
          if (taken.ok) return;
          refused = taken;
          throw new Error("no more is wanted");
        },
      });
      try {
        const entry = entries.get(root + path);
        const stored = entry ? await storedAt(entry, read) : null;
        if (entry && stored !== null) {
          return await pourStored(read, stored, entry.uncompressedSize, take);
        }
        await entry?.getData(taking);
        return refused ?? Result.ok(null);
      } catch (error) {
        return refused ?? Result.fail(failureOf(error));
      }
    },
  });
};
