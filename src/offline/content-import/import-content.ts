import type { CachedFile, FileTree } from "../../contract/local-content.ts";
import { entriesOf } from "../../domain/file-tree.ts";
import { createByteBudget } from "../../lib/byte-budget.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { hashFile } from "../hashing.ts";
import type { IndexFiles } from "../index-files.ts";
import { FILES, filePath } from "../local-content.ts";
import { contentFile, createPartialFile, type PartialFileLimits } from "../partial-file.ts";
import type { ImportResult, ImportSource } from "./import-source.ts";
import { readIndexes, treeBytes } from "./read-indexes.ts";

/** Files that are copied in parallel: the runtime writes fastest with this number. */
const AT_ONCE = 20;
/** The memory that these files may take together. */
const MAX_HELD_BYTES = 24 * 1024 * 1024;

/** A megabyte per write is the runtime's best size. */
const COPY_LIMITS: PartialFileLimits = { wholeBytes: 4 * 1024 * 1024, writeBytes: 1024 * 1024 };

/** The memory in bytes that copying a file takes: its size, or two chunks of a large file. */
const bufferBytes = (size: number): number =>
  size <= COPY_LIMITS.wholeBytes ? size : 2 * COPY_LIMITS.writeBytes;

/** Disk space in bytes to reserve for the index files. */
const INDEX_ROOM = 1_000_000;

interface ImportContentOptions {
  readonly machine: Pick<DesktopMachine, "folder" | "sha256" | "sha256OfBytes" | "randomHex">;
  readonly index: Pick<IndexFiles, "replace">;
  readonly source: ImportSource;
  /** The tree of the present content. */
  readonly before: FileTree;
  /** Called with the bytes copied so far, and the total. */
  readonly onProgress: (done: number, total: number) => void;
  /** Called when every file is copied. The import cannot be cancelled any more. */
  readonly onFiles: () => void;
  readonly isCancelled: () => boolean;
}

const filesOf = (tree: FileTree): CachedFile[] => [...entriesOf(tree)].map(([file]) => file);

type FileMachine = Pick<DesktopMachine, "folder" | "sha256OfBytes">;

/**
 * Copies a file from a source, and verifies its size and SHA-256 before it gets its name.
 * @param onBytes called with the number of bytes written; a failure cancels the copy
 * @returns false if the source file is truncated, or has another checksum; nothing is left of the copy
 */
export const copyFile = async (
  machine: FileMachine,
  source: ImportSource,
  from: string,
  file: Pick<CachedFile, "checksum" | "size" | "filename">,
  onBytes: (bytes: number) => ImportResult<null>,
): Promise<ImportResult<boolean>> => {
  const partial = createPartialFile(machine, contentFile(file), COPY_LIMITS);
  const streamed = await source.stream(from, async (bytes) => {
    // A file that is longer than stated may be endless.
    const taken = await partial.append(bytes);
    if (taken.ok) return onBytes(bytes.length);
    return taken.failure.kind === "wrong"
      ? Result.fail({ kind: "too-big" })
      : Result.fail(taken.failure);
  });
  const copied = streamed.ok ? await partial.finish() : streamed;
  if (copied.ok) return Result.ok(true);
  await partial.discard();
  return copied.failure.kind === "wrong" ? Result.ok(false) : Result.fail(copied.failure);
};

/** Whether a file exists with the expected size and checksum. */
const isIntact = async (
  machine: FileMachine,
  path: string,
  { size, checksum }: CachedFile,
): Promise<boolean> =>
  (await machine.folder.size(path)) === size && (await hashFile(machine, path, size)) === checksum;

/** Deletes every file that the tree does not contain, such as those of an interrupted import. */
export const removeUnusedFiles = async (
  { folder }: Pick<DesktopMachine, "folder">,
  tree: FileTree,
): Promise<void> => {
  const used = new Set(filesOf(tree).map(({ filename }) => filename));
  for (const name of await folder.list(FILES)) {
    if (!used.has(name)) await folder.remove(filePath(name));
  }
};

/** Replaces the file names of a tree by the names on this machine. */
const renamed = (tree: FileTree, names: ReadonlyMap<string, string>): FileTree =>
  Object.fromEntries(
    Object.entries(tree).map(([name, languages]) => [
      name,
      Object.fromEntries(
        Object.entries(languages).map(([language, file]) => [
          language,
          { ...file, filename: names.get(file.checksum) ?? file.filename },
        ]),
      ),
    ]),
  );

/**
 * Imports content in place of the present one. All files are copied first, under new names; then the
 * index files are replaced at once. Until then, or after a failure, the previous content is in place.
 */
export const importContent = async (options: ImportContentOptions): Promise<ImportResult<null>> => {
  const { machine, index, source, before, onProgress, onFiles, isCancelled } = options;
  const { folder } = machine;

  const read = await readIndexes(source, machine);
  if (!read.ok) return read;
  const { data, tree } = read.value;
  const total = treeBytes(tree);
  const wanted = new Map(
    filesOf(tree)
      .filter(({ present }) => present)
      .map((file) => [file.checksum, file]),
  );
  const present = new Map(filesOf(before).map((file) => [file.checksum, file.filename]));
  /** File names on this machine, by checksum. */
  const names = new Map<string, string>();
  const fresh: string[] = [];
  let done = 0;
  let wrong = 0;

  const more = (bytes: number): ImportResult<null> => {
    done += bytes;
    onProgress(done, total);
    return isCancelled() ? Result.fail({ kind: "cancelled" }) : Result.ok(null);
  };

  const take = async (file: CachedFile): Promise<ImportResult<null>> => {
    const presentName = present.get(file.checksum);
    if (presentName && (await isIntact(machine, filePath(presentName), file))) {
      names.set(file.checksum, presentName);
      return more(file.size);
    }
    const from = filePath(file.filename);
    const filename = `${machine.randomHex(20)}.cache`;
    const there = (await source.size(from)) === file.size;
    const copied = there
      ? await copyFile(machine, source, from, { ...file, filename }, more)
      : Result.ok(false);
    if (!copied.ok) return copied;
    if (copied.value) fresh.push(filePath(filename));
    else wrong += 1;
    names.set(file.checksum, filename);
    return isCancelled() ? Result.fail({ kind: "cancelled" }) : Result.ok(null);
  };

  const takeAll = async (): Promise<ImportResult<null>> => {
    const room = await folder.room();
    const here = [...wanted.values()].filter(({ checksum }) => present.has(checksum));
    const needed = total - here.reduce((sum, { size }) => sum + size, 0) + INDEX_ROOM;
    if (room !== null && room < needed) return Result.fail({ kind: "no-room" });
    let failed: ImportResult<null> | null = null;
    const budget = createByteBudget(MAX_HELD_BYTES);
    await inParallel(wanted.values(), AT_ONCE, async (file) => {
      const release = await budget.acquire(bufferBytes(file.size));
      const taken = failed ?? (await take(file));
      release();
      if (!taken.ok) failed = taken;
    });
    if (failed) return failed;
    return wrong > 0 ? Result.fail({ kind: "damaged-files", count: wrong }) : Result.ok(null);
  };

  onProgress(0, total);
  const taken = await takeAll();
  if (!taken.ok) {
    for (const path of fresh) await folder.remove(path);
    return taken;
  }
  onFiles();
  // If this fails, `recover` may still complete it at the next start, so the files are kept.
  return index.replace({ ...data, "filetree.json": renamed(tree, names) });
};
