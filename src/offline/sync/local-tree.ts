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
import type { DesktopMachine, Written } from "../../platform/ports.ts";
import { hashOfFile } from "../hash-of-file.ts";
import type { IndexFiles } from "../index-files.ts";
import { FILES } from "../local-content.ts";
import { partialPath } from "./partial-file.ts";

/** Questions to the machine that are under way at once. */
const AT_ONCE = 20;
/** To write the tree costs as much as many files: in between a start finds them by their names. */
const WRITE_EVERY_MS = 20_000;

const pathOf = (filename: string): string => `${FILES}/${filename}`;

export interface LocalTreeOptions {
  machine: DesktopMachine;
  index: IndexFiles;
  /** What may not be deleted since others need it; null: nothing may. */
  neededElsewhere: () => Promise<ReadonlySet<string> | null>;
}

/**
 * The file tree of an account and the bytes that it speaks of.
 *
 * A file gets its name in `files/` only when all its bytes are there and right, and the name follows
 * from its checksum. So a name with the right size is the record of a saved file: after a kill the
 * tree is completed from the folder's list, and no file is hashed again. For the same reason wrong
 * or unwanted files are removed before the tree says that they are absent.
 */
export const createLocalTree = ({ machine, index, neededElsewhere }: LocalTreeOptions) => {
  const { folder, now } = machine;
  let tree: FileTree = emptyTree();
  let unwritten = false;
  let written = now();
  /** Files of which no entry speaks, by checksum, where the tree itself was lost. */
  const found = new Map<string, string>();

  const sizeOf = (filename: string) => folder.size(pathOf(filename));

  /** A file's bytes counted; null where they are not those of the checksum. */
  const rightSize = async (filename: string, checksum: string): Promise<number | null> => {
    const size = await sizeOf(filename);
    const right = size && (await hashOfFile(machine, pathOf(filename), size)) === checksum;
    return right ? size : null;
  };

  /** The size of a file that has its name; null where it is not the wanted one. */
  const savedSize = async (
    filename: string,
    { size, checksum }: WantedFile,
  ): Promise<number | null> => {
    // Where the server does not say the size, only the bytes can tell.
    if (size === null) return rightSize(filename, checksum);
    return (await sizeOf(filename)) === size ? size : null;
  };

  const absent = (filenames: ReadonlySet<string>) => {
    if (filenames.size === 0) return;
    markAbsent(tree, filenames);
    unwritten = true;
  };

  const write = async (): Promise<Written> => {
    if (!unwritten) return Result.ok(null);
    unwritten = false;
    written = now();
    const done = await index.write("filetree.json", tree);
    if (!done.ok) unwritten = true;
    return done;
  };

  /** Entries that the tree on the disk calls absent, though their files were saved after it. */
  const growBy = async (there: ReadonlySet<string>) => {
    const absentHere = [...entriesOf(tree)].filter(
      ([entry]) => !entry.present && entry.size > 0 && there.has(entry.filename),
    );
    await inParallel(absentHere, AT_ONCE, async ([entry]) => {
      if ((await sizeOf(entry.filename)) !== entry.size) return;
      entry.present = true;
      entry.synced = true;
      unwritten = true;
    });
    if (unwritten) await write();
  };

  /** Without the tree the bytes are still there: what they are shows by their hash. */
  const findAll = async () => {
    const names = (await folder.list(FILES)).filter((name) => CACHE_NAME.test(name));
    await inParallel(names, AT_ONCE, async (filename) => {
      const size = await sizeOf(filename);
      const hash = size && (await hashOfFile(machine, pathOf(filename), size));
      if (hash) found.set(hash, filename);
    });
  };

  return {
    /** The tree as it is now; `write` puts it on the disk. */
    current: (): FileTree => tree,

    /**
     * Reads the tree. What it calls present and is not there, or not with its size, counts as absent;
     * what was saved after it was written counts as present.
     * @returns whether there was a tree to be read
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
      await inParallel(files, AT_ONCE, async ([filename, size]) => {
        if (!there.has(filename) || (await sizeOf(filename)) !== size) missing.add(filename);
      });
      await growBy(there);
      absent(missing);
      return true;
    },

    /**
     * Hashes everything that counts as present; what is wrong is deleted and counts as absent.
     * @param onFile told after each
     * @returns how many were wrong
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
      for (const filename of wrong) await folder.remove(pathOf(filename));
      absent(wrong);
      await write();
      return wrong.size;
    },

    /** Takes another tree in place of this one, which lies on the disk already. */
    take(next: FileTree) {
      tree = next;
      unwritten = false;
      written = now();
    },

    write,

    /** The bytes of a wanted file lie under its name. */
    async saved(file: WantedFile, size: number): Promise<void> {
      markSaved(tree, file, size);
      unwritten = true;
      if (now() - written >= WRITE_EVERY_MS) await write();
    },

    /**
     * Finds wanted files that lie here though the tree does not know it: the process ended after
     * they were saved, or the tree was lost.
     * @returns what is still to be fetched
     */
    async adopt(files: readonly WantedFile[]): Promise<WantedFile[]> {
      const there = new Set(await folder.list(FILES));
      const adopted = new Set<WantedFile>();
      await inParallel(files, AT_ONCE, async (file) => {
        const filename = found.get(file.checksum) ?? file.filename;
        const partial = file.checksum + PARTIAL_SUFFIX;
        if (there.has(filename)) {
          const size = await savedSize(filename, file);
          if (size === null) await folder.remove(pathOf(filename));
          else {
            markSaved(tree, { ...file, filename }, size);
            adopted.add(file);
          }
        } else if (there.has(partial) && (await sizeOf(partial)) === file.size) {
          const size = await rightSize(partial, file.checksum);
          if (size === null) await folder.remove(pathOf(partial));
          else if ((await folder.move(pathOf(partial), pathOf(file.filename))).ok) {
            markSaved(tree, file, size);
            adopted.add(file);
          }
        }
      });
      found.clear();
      if (adopted.size > 0) unwritten = true;
      return files.filter((file) => !adopted.has(file));
    },

    /** Bytes of these files that lie here already, from downloads that broke off. */
    async begun(files: readonly WantedFile[]): Promise<number> {
      const there = new Set(await folder.list(FILES));
      let bytes = 0;
      for (const { checksum } of files) {
        const path = partialPath(checksum);
        if (there.has(path.slice(FILES.length + 1))) bytes += (await folder.size(path)) ?? 0;
      }
      return bytes;
    },

    /** Deletes the bytes of names that nobody wants here, where no other name has the same. */
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
        for (const filename of unwanted) await folder.remove(pathOf(filename));
      }
      await write();
    },

    /**
     * Deletes what no entry speaks of, here or elsewhere.
     * @param coming files that will be fetched later: what lies there of them stays
     */
    async clean(coming: readonly WantedFile[]): Promise<void> {
      const elsewhere = await neededElsewhere();
      if (!elsewhere) return;
      const keep = new Set(elsewhere);
      for (const { checksum } of coming) keep.add(checksum + PARTIAL_SUFFIX);
      for (const filename of presentFiles(tree).keys()) keep.add(filename);
      for (const name of await folder.list(FILES)) {
        if (!keep.has(name)) await folder.remove(pathOf(name));
      }
    },
  };
};

export type LocalTree = ReturnType<typeof createLocalTree>;
