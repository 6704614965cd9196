import type * as v from "valibot";
import { safeParse } from "valibot";
import {
  type FileTree,
  fileTree,
  INDEX_FILES,
  type IndexFile,
} from "../../contract/local-content.ts";
import { isTreeName } from "../../domain/file-names.ts";
import { Result } from "../../lib/result.ts";
import type { Sha256 } from "../../platform/ports.ts";
import { readIndexText } from "../index-files.ts";
import {
  contentData,
  faqsData,
  glossaryData,
  instructionsData,
  isProduct,
} from "../local-content.ts";
import type { Imported, ImportSource } from "./import-source.ts";

/** The lessons of thousands of pages in all languages are a part of that. */
const LONGEST_INDEX = 256_000_000;

/** Packed bytes become a hundred times as many only in what was made for it. */
const MOST_TIMES_LARGER = 100;
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
};

const isSound = (file: IndexFile, data: unknown): boolean => {
  const decoded = safeParse(SCHEMAS[file], data);
  if (!decoded.success) return false;
  if (file === "filetree.json") return Object.keys(decoded.output as FileTree).every(isTreeName);
  if (file !== "content.json") return true;
  const products = Object.values(decoded.output as Record<string, unknown>);
  return products.length > 0 && products.every(isProduct);
};

const isOfAnotherVersion = (text: string): boolean => {
  try {
    const { version } = JSON.parse(text);
    return typeof version === "number" && version !== 1;
  } catch {
    return false;
  }
};

const readText = async (source: ImportSource, file: IndexFile): Promise<Imported<string>> => {
  const size = await source.size(file);
  if (size === null) return Result.fail({ kind: "no-index", file });
  if (size > LONGEST_INDEX) return Result.fail({ kind: "too-big" });
  const bytes = new Uint8Array(size);
  let length = 0;
  const poured = await source.pour(file, async (piece) => {
    if (length + piece.length > size) return Result.fail({ kind: "too-big" });
    bytes.set(piece, length);
    length += piece.length;
    return Result.ok(null);
  });
  if (!poured.ok) return poured;
  return Result.ok(new TextDecoder().decode(bytes.subarray(0, length)));
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
  sha256: Sha256,
): Promise<Imported<ReadIndexes>> => {
  const data: Partial<Record<IndexFile, unknown>> = {};
  for (const file of INDEX_FILES) {
    const text = await readText(source, file);
    if (!text.ok) return text;
    const read = await readIndexText(sha256, text.value);
    if (read === undefined && isOfAnotherVersion(text.value)) {
      return Result.fail({ kind: "wrong-version" });
    }
    if (read === undefined || !isSound(file, read)) {
      return Result.fail({ kind: "damaged-index", file });
    }
    data[file] = read;
  }
  const tree = data["filetree.json"] as FileTree;
  const most = Math.max(NEVER_TOO_BIG, (source.packed ?? 0) * MOST_TIMES_LARGER);
  if (source.packed !== null && treeBytes(tree) > most) return Result.fail({ kind: "too-big" });
  return Result.ok({ data: data as Record<IndexFile, unknown>, tree });
};
