import { fileNameKey } from "../lib/file-name-key.ts";
import { safeFileName } from "../lib/safe-file-name.ts";
import { shallowestFolder } from "../lib/zip-path.ts";
import { MAX_TREE_NAME_LENGTH } from "./file-names.ts";
import { mediaTypeOf } from "./media-type.ts";

const MEGABYTE = 1024 * 1024;

/** The most files of an author's folder. */
export const MAX_SOURCE_FILES = 20_000;
/** The most bytes of one file; films are the largest. */
export const MAX_SOURCE_FILE_BYTES = 4 * 1024 * MEGABYTE;
/** No lesson needs a larger picture, and no server converts it. */
export const MAX_SOURCE_PICTURE_BYTES = 64 * MEGABYTE;
/** The most bytes of all files of a folder. */
export const MAX_SOURCE_BYTES = 16 * 1024 * MEGABYTE;
export const MAX_SOURCE_ZIP_BYTES = 8 * 1024 * MEGABYTE;

/** Why a file is no part of an author's folder. */
export type SourceFileProblem =
  /** It leads out of the folder, or some system cannot store the name. */
  | "name"
  | "too-long"
  | "too-large"
  | "picture-too-large"
  /** On some system it has the name of another file of the folder. */
  | "twin";

/** Whether every system can store a relative path, joined by `/`, and it stays within its folder. */
export const isSourcePath = (path: string): boolean =>
  path.split("/").every((name) => safeFileName(name) === name.normalize("NFC"));

/** What is wrong with the path of a file of an author's folder; null if nothing is. */
export const sourcePathProblem = (path: string): "name" | "too-long" | null => {
  if (!isSourcePath(path)) return "name";
  return path.length > MAX_TREE_NAME_LENGTH ? "too-long" : null;
};

/** What is wrong with one file of an author's folder that is sent; null if nothing is. */
export const sourceFileProblem = ({
  path,
  size,
}: {
  readonly path: string;
  readonly size: number;
}): SourceFileProblem | null => {
  const problem = sourcePathProblem(path);
  if (problem) return problem;
  if (size > MAX_SOURCE_FILE_BYTES) return "too-large";
  const isPicture = mediaTypeOf(path)?.startsWith("image/") === true;
  return isPicture && size > MAX_SOURCE_PICTURE_BYTES ? "picture-too-large" : null;
};

/** The files that have the name of an earlier one on some system, such as two that differ in case only. */
export const sourceTwins = (paths: Iterable<string>): string[] => {
  const known = new Map<string, string>();
  const twins: string[] = [];
  for (const path of paths) {
    const key = fileNameKey(path);
    if (known.has(key)) twins.push(path);
    else known.set(key, path);
  }
  return twins;
};

/**
 * The folder in which `school.yaml` lies, with its `/`: people zip and drop the folder itself, and folders around
 * it, as well as what is in it.
 * @returns the empty text if it lies at the top, or if there is none, or several side by side
 */
export const sourceRoot = (paths: Iterable<string>): string =>
  shallowestFolder(paths, "school.yaml");
