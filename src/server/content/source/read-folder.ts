import { readdir } from "node:fs/promises";
import path from "node:path";
import { sourcePathProblem, sourceTwins } from "../../../domain/source-path.ts";
import { inParallel } from "../../../lib/in-parallel.ts";
import { isJunkFile } from "../../../lib/is-junk-file.ts";
import { fileFingerprint } from "../../store/file-checksum.ts";
import type { SchoolFile } from "../school.ts";
import type { SourceFile } from "./source-rows.ts";

const PARALLEL_READS = 8;

/** A file of an author's folder on this machine's disk. */
export interface FileOnDisk extends SourceFile {
  /** Its path on the disk. */
  readonly source: string;
}

interface ReadFolder {
  readonly files: FileOnDisk[];
  /** Files that are not kept, as some systems could not store them, or as they cannot be read. */
  readonly leftOut: string[];
}

/** The paths of all files below a folder, as they are on the disk. Does not follow links. */
const listed = async (top: string, directory = ""): Promise<string[]> => {
  const entries = await readdir(path.join(top, directory), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (isJunkFile(entry.name)) continue;
    const name = directory ? `${directory}/${entry.name}` : entry.name;
    if (entry.isDirectory()) found.push(...(await listed(top, name)));
    else if (entry.isFile()) found.push(name);
  }
  return found;
};

/**
 * Reads which files an author's folder has, with their checksums, and the files that its content names through
 * links. They may have any size. Files that systems leave behind are no part of it.
 * @param named the files of the content, whose checksums are known
 */
export const readFolder = async (
  folder: string,
  named: readonly SchoolFile[] = [],
): Promise<ReadFolder> => {
  const top = path.resolve(folder);
  const known = new Map(
    named.flatMap((file) =>
      typeof file.source === "string" ? [[path.resolve(file.source), file]] : [],
    ),
  );
  const onDisk = new Map((await listed(top)).map((name) => [path.join(top, name), name]));
  for (const source of known.keys()) {
    if (onDisk.has(source) || !source.startsWith(top + path.sep)) continue;
    onDisk.set(source, path.relative(top, source).split(path.sep).join("/"));
  }
  const twins = new Set(sourceTwins(onDisk.values()));
  const files: FileOnDisk[] = [];
  const leftOut: string[] = [];
  await inParallel(onDisk, PARALLEL_READS, async ([source, name]) => {
    const print = known.get(source) ?? (await fileFingerprint(source).catch(() => null));
    const isKept = print && sourcePathProblem(name) === null && !twins.has(name);
    if (isKept) files.push({ path: name, checksum: print.checksum, size: print.size, source });
    else leftOut.push(name);
  });
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut: leftOut.sort() };
};
