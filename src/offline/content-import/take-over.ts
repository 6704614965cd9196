import type { CachedFile, FileTree } from "../../contract/local-content.ts";
import { createByteBudget } from "../../lib/byte-budget.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import type { IndexFiles } from "../index-files.ts";
import { FILES } from "../local-content.ts";
import type { Imported, ImportSource } from "./import-source.ts";
import { readIndexes, treeBytes } from "./read-indexes.ts";
import { heldBytes, isThere, takeFile } from "./take-file.ts";

/**
 * Files that are taken at the same time, and the memory that they may take: the desktop's runtime
 * writes fastest with so many writes under way.
 */
const AT_ONCE = 20;
const MAX_HELD_BYTES = 24 * 1024 * 1024;

/** The bytes that an index takes beside the files, for the room on the disk. */
const INDEX_ROOM = 1_000_000;

export interface TakeOver {
  readonly machine: Pick<DesktopMachine, "folder" | "sha256" | "sha256OfBytes" | "randomHex">;
  readonly index: Pick<IndexFiles, "replace">;
  readonly source: ImportSource;
  /** What lies on this machine now. */
  readonly before: FileTree;
  /** Told of the bytes that are there so far, of all. */
  readonly onProgress: (done: number, total: number) => void;
  /** Told once every file is there, and nothing can be given up any more. */
  readonly onFiles: () => void;
  readonly isCancelled: () => boolean;
}

const filesOf = (tree: FileTree): CachedFile[] =>
  Object.values(tree).flatMap((languages) => Object.values(languages));

const pathOf = (filename: string): string => `${FILES}/${filename}`;

/** Takes away every file that the content does not refer to: what an import left that was cut off. */
export const removeUnused = async (
  { folder }: Pick<DesktopMachine, "folder">,
  tree: FileTree,
): Promise<void> => {
  const used = new Set(filesOf(tree).map(({ filename }) => filename));
  for (const name of await folder.list(FILES)) {
    if (!used.has(name)) await folder.remove(pathOf(name));
  }
};

/** The tree with the names that the files have on this machine. */
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
 * Takes content over in place of what is there: every file first, under names that nothing refers
 * to yet, then the index files at once. Until then, and for ever if it fails, the content is the
 * one before.
 */
export const takeOver = async (options: TakeOver): Promise<Imported<null>> => {
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
  /** What the files are called here, by checksum. */
  const names = new Map<string, string>();
  const fresh: string[] = [];
  let done = 0;
  let wrong = 0;

  const more = (bytes: number): Imported<null> => {
    done += bytes;
    onProgress(done, total);
    return isCancelled() ? Result.fail({ kind: "cancelled" }) : Result.ok(null);
  };

  const take = async (file: CachedFile): Promise<Imported<null>> => {
    const own = known.get(file.checksum);
    if (own && (await isThere(machine, pathOf(own), file))) {
      names.set(file.checksum, own);
      return more(file.size);
    }
    const from = pathOf(file.filename);
    const filename = `${machine.randomHex(20)}.cache`;
    const there = (await source.size(from)) === file.size;
    const to = pathOf(filename);
    const taken = there
      ? await takeFile(machine, source, { from, to, wanted: file }, more)
      : Result.ok("wrong" as const);
    if (!taken.ok) return taken;
    if (taken.value === "wrong") wrong += 1;
    else fresh.push(to);
    names.set(file.checksum, filename);
    return isCancelled() ? Result.fail({ kind: "cancelled" }) : Result.ok(null);
  };

  const takeAll = async (): Promise<Imported<null>> => {
    const room = await folder.room();
    const here = [...wanted.values()].filter(({ checksum }) => known.has(checksum));
    const needed = total - here.reduce((sum, { size }) => sum + size, 0) + INDEX_ROOM;
    if (room !== null && room < needed) return Result.fail({ kind: "no-room" });
    let failed: Imported<null> | null = null;
    const budget = createByteBudget(MAX_HELD_BYTES);
    const queue = wanted.values();
    const worker = async () => {
      for (const file of queue) {
        const giveBack = await budget.take(heldBytes(file.size));
        const taken = failed ?? (await take(file));
        giveBack();
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
  // Where that fails the index files may yet be put in place at the next start: their files stay.
  return index.replace({ ...data, "filetree.json": renamed(tree, names) });
};
