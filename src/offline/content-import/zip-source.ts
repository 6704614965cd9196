import {
  type Entry,
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_OVERLAPPING_ENTRY,
  ERR_UNSAFE_FILENAME,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  type FileEntry,
  type Reader,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-reader.js";
import { isJunkFile } from "../../lib/is-junk-file.ts";
import { Result } from "../../lib/result.ts";
import { shallowestFolder, zipPath } from "../../lib/zip-path.ts";
import type { FileBytes } from "../../platform/ports.ts";
import type { ImportFailure, ImportResult, ImportSource } from "./import-source.ts";

/** Bytes of the zip per read: each read is a message to the runtime and back. */
const PIECE = 1024 * 1024;

/** Length of a local file header without its name and extra field. */
const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;
const STORED = 0;

/** Far more than the content of any school. */
const MAX_ENTRIES = 200_000;

const FAILURES: Readonly<Record<string, ImportFailure["kind"]>> = {
  [ERR_ENCRYPTED]: "encrypted",
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY]: "encrypted",
  [ERR_UNSUPPORTED_ENCRYPTION]: "encrypted",
  [ERR_UNSUPPORTED_COMPRESSION]: "unknown-compression",
  [ERR_UNSAFE_FILENAME]: "unsafe",
  [ERR_OVERLAPPING_ENTRY]: "too-big",
  [ERR_INVALID_UNCOMPRESSED_SIZE]: "too-big",
};

/** Why an entry is refused: encrypted, a link, a duplicate, or one too many. */
const refusalOf = (
  entry: Entry,
  path: string,
  known: ReadonlyMap<string, unknown>,
): ImportFailure | null => {
  if (entry.encrypted) return { kind: "encrypted" };
  if (entry.symlink || known.has(path)) return { kind: "unsafe" };
  return known.size >= MAX_ENTRIES ? { kind: "too-big" } : null;
};

/** Reads a zip in chunks, and records whether reading has failed. */
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
  // The library uses only these members of a reader, though its type has more.
  return { reader: reader as unknown as Reader<Blob>, read, isLost: () => lost };
};

type Read = (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
type Take = (bytes: Uint8Array<ArrayBuffer>) => Promise<ImportResult<null>>;

/**
 * Finds the bytes of an entry that is stored without compression. Films and photos, which are most of
 * the content, are then read directly and not through a stream.
 * @returns null if the entry is compressed, or if its header is not where the zip says
 * @throws the library's error if the entry overlaps another one
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

/** Streams stored bytes: the next chunk is read while the present one is taken. */
const streamStored = async (
  read: Read,
  from: number,
  size: number,
  take: Take,
): Promise<ImportResult<null>> => {
  const pieceAt = (at: number) =>
    at < size ? read(from + at, Math.min(PIECE, size - at)) : Promise.resolve(null);
  let at = 0;
  for (let next = pieceAt(0); ; ) {
    const piece = await next;
    if (!piece || piece.length === 0) return Result.ok(null);
    at += piece.length;
    next = pieceAt(at);
    // If the chunk is not taken, nothing awaits the next one.
    next.catch(() => undefined);
    const taken = await take(piece);
    if (!taken.ok) return taken;
  }
};

/**
 * Opens a zip of a content folder. It is read in chunks, as it may be larger than memory.
 * @param zip a file that was chosen, or any bytes
 * @returns `unsafe`, `encrypted`, `too-big` or `damaged-zip` if it is refused
 */
export const openZip = async (zip: FileBytes): Promise<ImportResult<ImportSource>> => {
  const { reader, read, isLost } = readerOf(zip);
  const failureOf = (error: unknown): ImportFailure => {
    if (isLost()) return { kind: "unreadable" };
    const kind = error instanceof Error ? FAILURES[error.message] : undefined;
    return { kind: kind ?? "damaged-zip" } as ImportFailure;
  };

  const entries = new Map<string, FileEntry>();
  try {
    const all = new ZipReader(reader, {
      useWebWorkers: false,
      // Refuses absolute names, and names that leave the folder on any system.
      filenameValidation: "balanced",
      checkOverlappingEntry: true,
    }).getEntriesGenerator();
    for await (const entry of all) {
      const path = zipPath(entry.filename);
      if (isJunkFile(path)) continue;
      const refusal = refusalOf(entry, path, entries);
      if (refusal) return Result.fail(refusal);
      if (!entry.directory && !path.endsWith("/")) entries.set(path, entry);
    }
  } catch (error) {
    return Result.fail(failureOf(error));
  }
  const root = shallowestFolder(entries.keys(), "content.json");

  return Result.ok({
    compressedTotal: zip.size,
    size: async (path) => entries.get(root + path)?.uncompressedSize ?? null,
    compressedSize: async (path) => entries.get(root + path)?.compressedSize ?? null,
    async stream(path, take) {
      let refused: ImportResult<null> | null = null;
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
        // The indexes have the checksums of the other files, and the zip has theirs.
        const isIndex = path.endsWith(".json");
        const stored = entry && !isIndex ? await storedAt(entry, read) : null;
        if (entry && stored !== null) {
          return await streamStored(read, stored, entry.uncompressedSize, take);
        }
        await entry?.getData(taking, { checkSignature: true });
        return refused ?? Result.ok(null);
      } catch (error) {
        return refused ?? Result.fail(failureOf(error));
      }
    },
  });
};
