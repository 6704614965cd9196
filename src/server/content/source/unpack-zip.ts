import { createHash } from "node:crypto";
import {
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
import {
  MAX_SOURCE_BYTES,
  MAX_SOURCE_FILES,
  sourceFileProblem,
  sourceRoot,
  sourceTwins,
} from "../../../domain/source-path.ts";
import { dosFileNames } from "../../../lib/dos-file-names.ts";
import { isJunkFile } from "../../../lib/is-junk-file.ts";
import { zipPath } from "../../../lib/zip-path.ts";
import { normalize } from "../../normalize.ts";
import { SourceError, type SourceErrorCode, type SourceFile } from "./source-rows.ts";

const isUnsure = ({ filenameUTF8, rawFilename }: FileEntry): boolean =>
  !filenameUTF8 && rawFilename.some((byte) => byte >= 0x80);

const isText = /\.(?:md|ya?ml)$/i;
const ALL_LETTERS = /^[\p{L}\p{M}\p{N}\x20-\x7e]*$/u;
/** The most bytes of text in which names are looked for. */
const MAX_TEXT_BYTES = 32 * 1024 * 1024;

/**
 * Gives the files of a zip their names. Zips of Windows do not say in which code page these are: the one is taken
 * whose names the content refers to most often, and else the one in which most names are all letters.
 */
const nameEntries = async (
  entries: readonly FileEntry[],
): Promise<ReadonlyMap<FileEntry, string>> => {
  const names = new Map(entries.map((entry) => [entry, entry.filename]));
  const unsure = entries.filter(isUnsure).map((entry) => ({
    entry,
    guesses: dosFileNames(entry.rawFilename),
  }));
  if (unsure.length === 0) return names;
  let text = "";
  let bytes = 0;
  for (const entry of entries) {
    if (!isText.test(entry.filename)) continue;
    bytes += entry.uncompressedSize;
    if (bytes > MAX_TEXT_BYTES) break;
    text += normalize(await readText(entry), "NFC");
  }
  const scores = (unsure[0]?.guesses ?? []).map((_, at) => {
    const guessed = unsure.map(({ guesses }) => guesses[at] ?? "");
    const parts = new Set(guessed.flatMap((name) => name.split(/[\\/]/)));
    const named = [...parts].filter((part) => /[^\x20-\x7e]/.test(part) && text.includes(part));
    const letters = guessed.filter((name) => ALL_LETTERS.test(name));
    return named.length * (entries.length + 1) + letters.length;
  });
  const best = scores.indexOf(Math.max(...scores));
  for (const { entry, guesses } of unsure) names.set(entry, guesses[best] ?? entry.filename);
  return names;
};

/** Also counts what systems leave behind, which is passed over. */
const MAX_ENTRIES = 4 * MAX_SOURCE_FILES;
/** A higher ratio is only found in zip bombs. */
const MAX_COMPRESSION_RATIO = 100;
const NEVER_TOO_LARGE = 256 * 1024 * 1024;

const FAILURES: Readonly<Record<string, SourceErrorCode>> = {
  [ERR_ENCRYPTED]: "content/encrypted_zip",
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY]: "content/encrypted_zip",
  [ERR_UNSUPPORTED_ENCRYPTION]: "content/encrypted_zip",
  [ERR_UNSUPPORTED_COMPRESSION]: "content/unknown_compression",
  [ERR_UNSAFE_FILENAME]: "content/unsafe_zip",
  [ERR_OVERLAPPING_ENTRY]: "content/unsafe_zip",
  [ERR_INVALID_UNCOMPRESSED_SIZE]: "content/unsafe_zip",
};

/** A file of a zip, not yet read. */
interface ZippedFile {
  readonly path: string;
  readonly size: number;
  readonly entry: FileEntry;
}

const asSourceError = (reason: unknown, paths: readonly string[] = []): unknown => {
  if (reason instanceof SourceError) return reason;
  const message = reason instanceof Error ? reason.message : "";
  return new SourceError(FAILURES[message] ?? "content/damaged_zip", paths);
};

const CODES = {
  name: "content/unsafe_names",
  "too-long": "content/unsafe_names",
  twin: "content/unsafe_names",
  "too-large": "content/too_large",
  "picture-too-large": "content/picture_too_large",
} as const;

/** Checks what a zip says of itself before any file of it is read. */
const assertWithin = (files: readonly ZippedFile[], zipBytes: number): void => {
  if (files.length === 0) throw new SourceError("content/no_school");
  if (!files.some(({ path }) => path === "school.yaml")) {
    // There are several, side by side.
    const found = files.map(({ path }) => path).filter((path) => path.endsWith("/school.yaml"));
    throw new SourceError("content/no_school", found);
  }
  if (files.length > MAX_SOURCE_FILES) throw new SourceError("content/too_many_files");
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const most = Math.max(NEVER_TOO_LARGE, zipBytes * MAX_COMPRESSION_RATIO);
  if (bytes > Math.min(MAX_SOURCE_BYTES, most)) throw new SourceError("content/too_large");
  for (const file of files) {
    const problem = sourceFileProblem(file);
    if (problem !== null) throw new SourceError(CODES[problem], [file.path]);
  }
  const twins = sourceTwins(files.map(({ path }) => path));
  if (twins.length > 0) throw new SourceError("content/twins", twins);
};

const listEntries = async (zip: Reader<unknown>): Promise<FileEntry[]> => {
  const entries: FileEntry[] = [];
  let count = 0;
  const found = new ZipReader(zip, {
    useWebWorkers: false,
    // Refuses absolute names, and names that leave the folder on any system.
    filenameValidation: "balanced",
    checkOverlappingEntry: true,
  }).getEntriesGenerator();
  for await (const entry of found) {
    count += 1;
    if (count > MAX_ENTRIES) throw new SourceError("content/too_many_files");
    const path = zipPath(entry.filename);
    if (isJunkFile(path)) continue;
    if (entry.encrypted) throw new SourceError("content/encrypted_zip");
    if (entry.symlink) throw new SourceError("content/unsafe_zip", [entry.filename]);
    if (!entry.directory && !path.endsWith("/")) entries.push(entry);
  }
  return entries;
};

/**
 * Reads a file of a zip.
 * @param write takes each piece
 * @throws SourceError if it is damaged, or longer than the zip says
 */
export const readZipped = async (
  { path, size, entry }: ZippedFile,
  write: (piece: Uint8Array) => Promise<unknown>,
): Promise<SourceFile> => {
  const hash = createHash("sha256");
  let length = 0;
  let failure: { readonly reason: unknown } | null = null;
  const taking = new WritableStream<Uint8Array>({
    async write(piece) {
      length += piece.length;
      if (length > size) throw new Error(ERR_INVALID_UNCOMPRESSED_SIZE);
      hash.update(piece);
      try {
        await write(piece);
      } catch (reason) {
        failure = { reason };
        throw reason;
      }
    },
  });
  try {
    await entry.getData(taking, { useWebWorkers: false, checkSignature: true });
  } catch (reason) {
    // The disk's errors are no fault of the zip.
    if (failure) throw (failure as { readonly reason: unknown }).reason;
    throw asSourceError(reason, [path]);
  }
  if (length !== size) throw new SourceError("content/damaged_zip", [path]);
  return { path, checksum: hash.digest("hex"), size };
};

const readText = async (entry: FileEntry): Promise<string> => {
  const pieces: Uint8Array[] = [];
  const file = { path: entry.filename, size: entry.uncompressedSize, entry };
  await readZipped(file, async (piece) => pieces.push(piece));
  return Buffer.concat(pieces).toString();
};

/**
 * Lists the files of a zip of an author's folder. The folder may lie in others.
 * @throws SourceError for a zip that is damaged, encrypted, or too large, or whose names are unsafe
 */
export const listZip = async (zip: Reader<unknown>, zipBytes: number): Promise<ZippedFile[]> => {
  try {
    const entries = await listEntries(zip);
    const names = await nameEntries(entries);
    const found = [...names].map(([entry, name]) => ({
      path: zipPath(name),
      size: entry.uncompressedSize,
      entry,
    }));
    const root = sourceRoot(found.map(({ path }) => path));
    const files = found
      .filter(({ path }) => path.startsWith(root))
      .map((file) => ({ ...file, path: file.path.slice(root.length) }));
    assertWithin(files, zipBytes);
    return files;
  } catch (reason) {
    throw asSourceError(reason);
  }
};
