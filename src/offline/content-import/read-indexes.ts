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
import { entriesOf } from "../../domain/file-tree.ts";
import { Result } from "../../lib/result.ts";
import { type HashFunctions, parseIndexFile } from "../index-files.ts";
import {
  captionsData,
  contentData,
  faqsData,
  glossaryData,
  instructionsData,
  isProduct,
  organisationData,
} from "../local-content.ts";
import type { ImportResult, ImportSource } from "./import-source.ts";

/** Limits for the index files in bytes, as they are read into memory as a whole. */
interface IndexLimits {
  readonly content: number;
  /** Limit for each file other than `content.json`. */
  readonly other: number;
  /** Limit for all of them together. */
  readonly all: number;
}

/**
 * Real content is far smaller: thousands of lessons in all languages for `content`, and the tree of
 * 50,000 files in three languages for `other`.
 */
const LIMITS: IndexLimits = { content: 128_000_000, other: 32_000_000, all: 160_000_000 };

/** A higher ratio is only found in zip bombs. */
const MAX_COMPRESSION_RATIO = 100;
/** Up to this size the compression ratio does not matter. */
const INDEX_NEVER_TOO_BIG = 1_000_000;
const NEVER_TOO_BIG = 1_000_000_000;

interface ParsedIndexes {
  /** The data as it is in the source, to be written again. */
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
  "organisation.json": organisationData,
};

const isValid = (file: IndexFile, data: unknown): boolean => {
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

/** The maximum size of an index file, given the bytes that other index files have taken. */
const maxBytes = async (
  source: ImportSource,
  file: IndexFile,
  { content, other, all }: IndexLimits,
  readBefore: number,
): Promise<number> => {
  const packed = await source.compressedSize(file);
  return Math.min(
    file === "content.json" ? content : other,
    all - readBefore,
    packed === null
      ? Number.POSITIVE_INFINITY
      : Math.max(INDEX_NEVER_TOO_BIG, packed * MAX_COMPRESSION_RATIO),
  );
};

/**
 * Reads an index file up to a maximum size. The bytes are counted as they arrive, since the size that
 * a zip states may be wrong.
 * @returns null if there is no such file
 */
const readBytes = async (
  source: ImportSource,
  file: IndexFile,
  most: number,
): Promise<ImportResult<Uint8Array<ArrayBuffer> | null>> => {
  const size = await source.size(file);
  if (size === null) return Result.ok(null);
  if (size > most) return Result.fail({ kind: "too-big" });
  const bytes = new Uint8Array(size);
  let length = 0;
  const streamed = await source.stream(file, async (piece) => {
    if (length + piece.length > size) return Result.fail({ kind: "too-big" });
    bytes.set(piece, length);
    length += piece.length;
    return Result.ok(null);
  });
  return streamed.ok ? Result.ok(bytes.subarray(0, length)) : streamed;
};

/** Bytes of all present files of a tree. Files with the same checksum count once. */
export const treeBytes = (tree: FileTree): number => {
  const sizes = new Map<string, number>();
  for (const [{ checksum, size, present }] of entriesOf(tree)) {
    if (present) sizes.set(checksum, size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
};

/** Reads the index files of a source. Verifies their checksums and schemas. */
export const readIndexes = async (
  source: ImportSource,
  hashing: HashFunctions,
  limits = LIMITS,
): Promise<ImportResult<ParsedIndexes>> => {
  // These are optional. Without the file, what was there before must be removed too.
  const data: Partial<Record<IndexFile, unknown>> = {
    "captions.json": [],
    "organisation.json": null,
  };
  let length = 0;
  for (const file of ALL_INDEX_FILES) {
    const bytes = await readBytes(source, file, await maxBytes(source, file, limits, length));
    if (!bytes.ok) return bytes;
    if (!bytes.value) {
      if (isOptional(file)) continue;
      return Result.fail({ kind: "no-index", file });
    }
    length += bytes.value.length;
    const read = await parseIndexFile(hashing, bytes.value);
    if (read === undefined && isOfAnotherVersion(bytes.value)) {
      return Result.fail({ kind: "wrong-version" });
    }
    if (read === undefined || !isValid(file, read)) {
      return Result.fail({ kind: "damaged-index", file });
    }
    data[file] = read;
  }
  const tree = data["filetree.json"] as FileTree;
  const most = Math.max(NEVER_TOO_BIG, (source.compressedTotal ?? 0) * MAX_COMPRESSION_RATIO);
  if (source.compressedTotal !== null && treeBytes(tree) > most)
    return Result.fail({ kind: "too-big" });
  return Result.ok({ data: data as Record<IndexFile, unknown>, tree });
};
