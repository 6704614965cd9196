import { CACHE_NAME, type FileTree, fileTree } from "../../contract/local-content.ts";
import {
  emptyTree,
  entriesOf,
  markAbsent,
  markSaved,
  presentFiles,
  type WantedFile,
} from "../../domain/file-tree.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine, WriteResult } from "../../platform/ports.ts";
import { hashFile } from "../hashing.ts";
import type { IndexFiles } from "../index-files.ts";
import { FILES, filePath } from "../local-content.ts";
import { partialPath } from "../partial-file.ts";

/** Parallel requests to the runtime. */
const AT_ONCE = 20;
/** Parallel requests for sizes, which are short: most of their time is the way to the runtime and back. */
const SIZES_AT_ONCE = 200;
/** Writing the tree is expensive. After a crash the saved files are found by their names. */
const WRITE_EVERY_MS = 20_000;

interface LocalTreeOptions {
  machine: DesktopMachine;
  index: IndexFiles;
  /** Names that other accounts need and that must not be deleted; null: nothing may be deleted. */
  neededElsewhere: () => Promise<ReadonlySet<string> | null>;
}

/**
 * Manages the file tree of an account and the files in it.
 *
 * A file gets its name in `files/` only when it is complete and verified, and the name is derived
 * from its checksum. So a name with the right size proves that the file was saved: after a crash the
 * tree is completed from the folder's list, without hashing. For the same reason damaged or unwanted
 * files are deleted before the tree marks them as absent.
 */
export const createLocalTree = ({ machine, index, neededElsewhere }: LocalTreeOptions) => {
  const { folder, now } = machine;
  let tree: FileTree = emptyTree();
  let unwritten = false;
  let written = now();
  /** Files by checksum, if the tree itself was lost. */
  const found = new Map<string, string>();

  const sizeOf = (filename: string) => folder.size(filePath(filename));

  /** The size of a file in bytes; null if it does not match the checksum. */
  const rightSize = async (filename: string, checksum: string): Promise<number | null> => {
    const size = await sizeOf(filename);
    const right = size && (await hashFile(machine, filePath(filename), size)) === checksum;
    return right ? size : null;
  };

  /** The size of a saved file in bytes; null if it is not the wanted file. */
  const savedSize = async (
    filename: string,
    { size, checksum }: WantedFile,
  ): Promise<number | null> => {
    // If the server does not state the size, the file has to be hashed.
    if (size === null) return rightSize(filename, checksum);
    return (await sizeOf(filename)) === size ? size : null;
  };

  const absent = (filenames: ReadonlySet<string>) => {
    if (filenames.size === 0) return;
    markAbsent(tree, filenames);
    unwritten = true;
  };

  const write = async (): Promise<WriteResult> => {
    if (!unwritten) return Result.ok(null);
    unwritten = false;
    written = now();
    const done = await index.write("filetree.json", tree);
    if (!done.ok) unwritten = true;
    return done;
  };

  /** Marks files as present that were saved after the tree was last written. */
  const growBy = async (there: ReadonlySet<string>) => {
    const absentHere = [...entriesOf(tree)].filter(
      ([entry]) => !entry.present && entry.size > 0 && there.has(entry.filename),
    );
    await inParallel(absentHere, SIZES_AT_ONCE, async ([entry]) => {
      if ((await sizeOf(entry.filename)) !== entry.size) return;
      entry.present = true;
      entry.synced = true;
      unwritten = true;
    });
    if (unwritten) await write();
  };

  /** Hashes all files, to find out what they are without a tree. */
  const findAll = async () => {
    const names = (await folder.list(FILES)).filter((name) => CACHE_NAME.test(name));
    await inParallel(names, AT_ONCE, async (filename) => {
      const size = await sizeOf(filename);
      const hash = size && (await hashFile(machine, filePath(filename), size));
      if (hash) found.set(hash, filename);
    });
  };

  return {
    /** The present tree. `write` saves it to the disk. */
    current: (): FileTree => tree,

    /** The number and size of all files on the disk. */
    totals(): { files: number; bytes: number } {
      const sizes = [...presentFiles(tree).values()];
      return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    },

    /**
     * Reads the tree and compares it with the disk. Files that are missing or have another size become
     * absent; files that were saved later become present.
     * @returns whether there was a readable tree
     */
    async load(): Promise<boolean> {
      const read = await index.read("filetree.json", fileTree);
      tree = Object.assign(emptyTree(), read.ok && read.value);
      if (!read.ok || !read.value) {
        await findAll();
        return false;
      }
      const there = new Set(await folder.list(FILES));
      const files = [...presentFiles(tree)];
      const missing = new Set<string>();
      await inParallel(files, SIZES_AT_ONCE, async ([filename, size]) => {
        if (!there.has(filename) || (await sizeOf(filename)) !== size) missing.add(filename);
      });
      await growBy(there);
      absent(missing);
      return true;
    },

    /**
     * Hashes all present files. Damaged ones are deleted and become absent.
     * @param onFile called with the size of each file in bytes
     * @returns the number of damaged files
     */
    async verify(onFile: (size: number) => void, signal: AbortSignal): Promise<number> {
      const entries = new Map<string, { checksum: string; size: number }>();
      for (const [entry] of entriesOf(tree)) if (entry.present) entries.set(entry.filename, entry);
      const wrong = new Set<string>();
      await inParallel(entries, 4, async ([filename, { checksum, size }]) => {
        if (signal.aborted) return;
        if ((await rightSize(filename, checksum)) !== size) wrong.add(filename);
        onFile(size);
      });
      for (const filename of wrong) await folder.remove(filePath(filename));
      absent(wrong);
      await write();
      return wrong.size;
    },

    /** Replaces the tree by one that is already on the disk. */
    replace(next: FileTree) {
      tree = next;
      unwritten = false;
      written = now();
    },

    write,

    async recordSaved(file: WantedFile, size: number): Promise<void> {
      markSaved(tree, file, size);
      unwritten = true;
      if (now() - written >= WRITE_EVERY_MS) await write();
    },

    /**
     * Finds wanted files that are on the disk but not in the tree, because the app ended before the tree
     * was written, or because the tree was lost.
     * @returns the files that still have to be downloaded
     */
    async adopt(files: readonly WantedFile[]): Promise<WantedFile[]> {
      const there = new Set(await folder.list(FILES));
      const adopted = new Set<WantedFile>();
      await inParallel(files, AT_ONCE, async (file) => {
        const filename = found.get(file.checksum) ?? file.filename;
        const partial = file.checksum + PARTIAL_SUFFIX;
        if (there.has(filename)) {
          const size = await savedSize(filename, file);
          if (size === null) await folder.remove(filePath(filename));
          else {
            markSaved(tree, { ...file, filename }, size);
            adopted.add(file);
          }
        } else if (there.has(partial) && (await sizeOf(partial)) === file.size) {
          const size = await rightSize(partial, file.checksum);
          if (size === null) await folder.remove(filePath(partial));
          else if ((await folder.move(filePath(partial), filePath(file.filename))).ok) {
            markSaved(tree, file, size);
            adopted.add(file);
          }
        }
      });
      found.clear();
      if (adopted.size > 0) unwritten = true;
      return files.filter((file) => !adopted.has(file));
    },

    /** Bytes of these files that are on the disk from interrupted downloads. */
    async partialBytes(files: readonly WantedFile[]): Promise<number> {
      const there = new Set(await folder.list(FILES));
      let bytes = 0;
      for (const { checksum } of files) {
        const path = partialPath(checksum);
        if (there.has(path.slice(FILES.length + 1))) bytes += (await folder.size(path)) ?? 0;
      }
      return bytes;
    },

    /** Deletes the files of unwanted names, unless another name or account needs them. */
    async discard(isUnwanted: (name: string) => boolean): Promise<void> {
      const elsewhere = await neededElsewhere();
      const needed = new Set<string>(elsewhere);
      for (const [{ filename, present }, { name }] of entriesOf(tree)) {
        if (present && !isUnwanted(name)) needed.add(filename);
      }
      const unwanted = new Set<string>();
      for (const [entry, { name }] of entriesOf(tree)) {
        if (!entry.present || !isUnwanted(name)) continue;
        if (!needed.has(entry.filename)) unwanted.add(entry.filename);
        entry.present = false;
        entry.synced = false;
        unwritten = true;
      }
      if (elsewhere) {
        for (const filename of unwanted) await folder.remove(filePath(filename));
      }
      await write();
    },

    /**
     * Deletes files that no entry refers to, of this account or others.
     * @param coming files that will be downloaded later: their partial files are kept
     */
    async removeUnused(coming: readonly WantedFile[]): Promise<void> {
      const elsewhere = await neededElsewhere();
      if (!elsewhere) return;
      const keep = new Set(elsewhere);
      for (const { checksum } of coming) keep.add(checksum + PARTIAL_SUFFIX);
      for (const filename of presentFiles(tree).keys()) keep.add(filename);
      for (const name of await folder.list(FILES)) {
        if (!keep.has(name)) await folder.remove(filePath(name));
      }
    },
  };
};

export type LocalTree = ReturnType<typeof createLocalTree>;
