import type * as v from "valibot";
import { safeParse } from "valibot";
import {
  ALL_INDEX_FILES,
  type FileTree,
  fileTree,
  type IndexFile,
  OPTIONAL_INDEX_FILES,
} from "../../contract/local-content.ts";
import { isTreeName } from "../../domain/file-names.ts";
import { Result } from "../../lib/result.ts";
import { type Hashing, readIndexBytes } from "../index-files.ts";
import {
  captionsData,
  contentData,
  faqsData,
  glossaryData,
  instructionsData,
  isProduct,
} from "../local-content.ts";
import type { Imported, ImportSource } from "./import-source.ts";

/** The most bytes of index files, which are read into memory as a whole. */
export interface IndexLimits {
  readonly content: number;
  /** Of any other one. */
  readonly other: number;
  /** Of all of them together. */
  readonly all: number;
}

/**
 * The lessons of thousands of pages in all languages are a part of the first, the tree of 50,000
 * files in three languages is a part of the second.
 */
const LIMITS: IndexLimits = { content: 128_000_000, other: 32_000_000, all: 160_000_000 };

/** Packed bytes become a hundred times as many only in what was made for it. */
const MAX_COMPRESSION_RATIO = 100;
/** So many bytes harm nobody, however small they were packed. */
const INDEX_NEVER_TOO_BIG = 1_000_000;
const NEVER_TOO_BIG = 1_000_000_000;

export interface ReadIndexes {
  /** As they are in the source, to be written again. */
  readonly data: Readonly<Record<IndexFile, unknown>>;
  readonly tree: FileTree;
}

const SCHEMAS: Readonly<Record<IndexFile, v.GenericSchema>> = {
  "content.json": contentData,
  "faqs.json": faqsData,
  "glossary.json": glossaryData,
  "instructions.json": instructionsData,
  "filetree.json": fileTree,
  "captions.json": captionsData,
};

const isSound = (file: IndexFile, data: unknown): boolean => {
  const decoded = safeParse(SCHEMAS[file], data);
  if (!decoded.success) return false;
  if (file === "filetree.json") return Object.keys(decoded.output as FileTree).every(isTreeName);
  if (file !== "content.json") return true;
  const products = Object.values(decoded.output as Record<string, unknown>);
  return products.length > 0 && products.every(isProduct);
};

const isOfAnotherVersion = (bytes: Uint8Array): boolean => {
  try {
    const { version } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof version === "number" && version !== 1;
  } catch {
    return false;
  }
};

const isOptional = (file: IndexFile): boolean =>
  OPTIONAL_INDEX_FILES.some((optional) => optional === file);

/** The most bytes that an index file may have, where so many have been read of the others. */
const mostBytes = async (
  source: ImportSource,
  file: IndexFile,
  { content, other, all }: IndexLimits,
  readBefore: number,
): Promise<number> => {
  const packed = await source.packedSize(file);
  return Math.min(
    file === "content.json" ? content : other,
    all - readBefore,
    packed === null
      ? Number.POSITIVE_INFINITY
      : Math.max(INDEX_NEVER_TOO_BIG, packed * MAX_COMPRESSION_RATIO),
  );
};

/**
 * Reads an index file, and no more of it than one may have: its bytes are counted as they come, since
 * what a zip says of their number may be wrong.
 * @returns null where there is none
 */
const readBytes = async (
  source: ImportSource,
  file: IndexFile,
  most: number,
): Promise<Imported<Uint8Array<ArrayBuffer> | null>> => {
  const size = await source.size(file);
  if (size === null) return Result.ok(null);
  if (size > most) return Result.fail({ kind: "too-big" });
  const bytes = new Uint8Array(size);
  let length = 0;
  const poured = await source.pour(file, async (piece) => {
    if (length + piece.length > size) return Result.fail({ kind: "too-big" });
    bytes.set(piece, length);
    length += piece.length;
    return Result.ok(null);
  });
  return poured.ok ? Result.ok(bytes.subarray(0, length)) : poured;
};

/** Bytes of all files that the tree has, equal ones counted once. */
export const treeBytes = (tree: FileTree): number => {
  const sizes = new Map<string, number>();
  for (const languages of Object.values(tree)) {
    for (const { checksum, size, present } of Object.values(languages)) {
      if (present) sizes.set(checksum, size);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
};

/** Reads the index files of content that is to be taken over, each by its checksum and its schema. */
export const readIndexes = async (
  source: ImportSource,
  hashing: Hashing,
  limits = LIMITS,
): Promise<Imported<ReadIndexes>> => {
  // What a folder lacks takes the place of what was there before all the same.
  const data: Partial<Record<IndexFile, unknown>> = { "captions.json": [] };
  let length = 0;
  for (const file of ALL_INDEX_FILES) {
    const bytes = await readBytes(source, file, await mostBytes(source, file, limits, length));
    if (!bytes.ok) return bytes;
    if (!bytes.value) {
      if (isOptional(file)) continue;
      return Result.fail({ kind: "no-index", file });
    }
    length += bytes.value.length;
    const read = await readIndexBytes(hashing, bytes.value);
    if (read === undefined && isOfAnotherVersion(bytes.value)) {
      return Result.fail({ kind: "wrong-version" });
    }
    if (read === undefined || !isSound(file, read)) {
      return Result.fail({ kind: "damaged-index", file });
    }
    data[file] = read;
  }
  const tree = data["filetree.json"] as FileTree;
  const most = Math.max(NEVER_TOO_BIG, (source.packed ?? 0) * MAX_COMPRESSION_RATIO);
  if (source.packed !== null && treeBytes(tree) > most) return Result.fail({ kind: "too-big" });
  return Result.ok({ data: data as Record<IndexFile, unknown>, tree });
};
