import type { CachedFile, FileTree } from "../../contract/local-content.ts";
import { createByteBudget } from "../../lib/byte-budget.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import type { IndexFiles } from "../index-files.ts";
import { FILES } from "../local-content.ts";
import { bufferBytes, copyFile, isIntact } from "./copy-file.ts";
import type { ImportResult, ImportSource } from "./import-source.ts";
import { readIndexes, treeBytes } from "./read-indexes.ts";

/** Files that are copied in parallel: the runtime writes fastest with this number. */
const AT_ONCE = 20;
/** The memory that these files may take together. */
const MAX_HELD_BYTES = 24 * 1024 * 1024;

/** Disk space in bytes to reserve for the index files. */
const INDEX_ROOM = 1_000_000;

export interface ImportContentOptions {
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

const filesOf = (tree: FileTree): CachedFile[] =>
  Object.values(tree).flatMap((languages) => Object.values(languages));

const pathOf = (filename: string): string => `${FILES}/${filename}`;

/** Deletes every file that the tree does not contain, such as those of an interrupted import. */
export const removeUnusedFiles = async (
  { folder }: Pick<DesktopMachine, "folder">,
  tree: FileTree,
): Promise<void> => {
  const used = new Set(filesOf(tree).map(({ filename }) => filename));
  for (const name of await folder.list(FILES)) {
    if (!used.has(name)) await folder.remove(pathOf(name));
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
  const known = new Map(filesOf(before).map((file) => [file.checksum, file.filename]));
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
    const own = known.get(file.checksum);
    if (own && (await isIntact(machine, pathOf(own), file))) {
      names.set(file.checksum, own);
      return more(file.size);
    }
    const from = pathOf(file.filename);
    const filename = `${machine.randomHex(20)}.cache`;
    const there = (await source.size(from)) === file.size;
    const to = pathOf(filename);
    const taken = there
      ? await copyFile(machine, source, { from, to, wanted: file }, more)
      : Result.ok("wrong" as const);
    if (!taken.ok) return taken;
    if (taken.value === "wrong") wrong += 1;
    else fresh.push(to);
    names.set(file.checksum, filename);
    return isCancelled() ? Result.fail({ kind: "cancelled" }) : Result.ok(null);
  };

  const takeAll = async (): Promise<ImportResult<null>> => {
    const room = await folder.room();
    const here = [...wanted.values()].filter(({ checksum }) => known.has(checksum));
    const needed = total - here.reduce((sum, { size }) => sum + size, 0) + INDEX_ROOM;
    if (room !== null && room < needed) return Result.fail({ kind: "no-room" });
    let failed: ImportResult<null> | null = null;
    const budget = createByteBudget(MAX_HELD_BYTES);
    const queue = wanted.values();
    const worker = async () => {
      for (const file of queue) {
        const release = await budget.acquire(bufferBytes(file.size));
        const taken = failed ?? (await take(file));
        release();
        if (!taken.ok) {
          failed = taken;
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
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
