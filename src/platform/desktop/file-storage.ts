import { PARTIAL_SUFFIX, replaceAtomically } from "../../lib/replace-atomically.ts";
import type { Folder, KeyValue, Machine } from "../ports.ts";
import { readStateFile, stateFileName, stateFileText } from "./state-file.ts";

export interface FileStorage {
  readonly storage: KeyValue;
  /** The names under which it holds something. */
  keys(): string[];
  /** The files that were not what had been written. They were set aside, not thrown away. */
  readonly damaged: readonly string[];
  /** Whether one of them held what was kept under a key. */
  wasDamaged(key: string): Promise<boolean>;
  /** Comes to an end when all that was set is on the disk, or the disk has refused it. */
  flush(): Promise<void>;
}

interface Change {
  readonly key: string;
  readonly value: string | null;
}

const STATE = "state";
const DAMAGED = ".damaged";
/** The page's thread is shared with the runtime: so many files are read at once. */
const AT_ONCE = 20;

/** Reads what is there; what is not whole is set aside. */
const readAll = async (
  folder: Folder,
  sha256: Machine["sha256"],
  values: Map<string, string>,
): Promise<string[]> => {
  const damaged: string[] = [];
  const names = await folder.list(STATE);

  const readOne = async (name: string): Promise<void> => {
    const path = `${STATE}/${name}`;
    // It was being written when the process ended; the file before is still there.
    if (name.endsWith(PARTIAL_SUFFIX)) return folder.remove(path);
    if (!name.endsWith(".json")) return;
    const bytes = await folder.read(path);
    const found = bytes && (await readStateFile(sha256, name, new TextDecoder().decode(bytes)));
    if (found) {
      values.set(found.key, found.value);
      return;
    }
    damaged.push(name);
    await folder.move(path, path + DAMAGED);
  };

  for (let from = 0; from < names.length; from += AT_ONCE) {
    await Promise.all(names.slice(from, from + AT_ONCE).map(readOne));
  }
  return damaged.toSorted();
};

/**
 * Small values in files of the folder's `state/`. All are read at once, here, and held in memory;
 * what is set is written behind, in the order in which it was set, so that a process that ends leaves
 * what there was at some moment. A value that the disk refuses lives as long as the page, and is
 * tried again as soon as the disk takes something.
 */
export const openFileStorage = async (
  folder: Folder,
  { sha256, randomHex }: Pick<Machine, "sha256" | "randomHex">,
): Promise<FileStorage> => {
  const values = new Map<string, string>();
  const damaged = await readAll(folder, sha256, values);
  const refused = new Map<string, Change>();
  let waiting: Change[] = [];
  let writing: Promise<void> | null = null;

  const write = async ({ key, value }: Change): Promise<boolean> => {
    const path = `${STATE}/${await stateFileName(sha256, key)}`;
    if (value === null) {
      await folder.remove(path);
      return true;
    }
    const bytes = new TextEncoder().encode(await stateFileText(sha256, key, value));
    return (await replaceAtomically(folder, randomHex, path, bytes)).ok;
  };

  const writeAll = async (): Promise<void> => {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      const { key } = change;
      if (!(await write(change))) {
        refused.set(key, change);
        continue;
      }
      refused.delete(key);
      const isSetAnew = (again: Change) => waiting.some((later) => later.key === again.key);
      waiting.push(...[...refused.values()].filter((again) => !isSetAnew(again)));
      refused.clear();
    }
    writing = null;
  };

  const keep = (change: Change): void => {
    // What nobody has begun to write need not be written before what replaces it at once.
    if (waiting.at(-1)?.key === change.key) waiting = waiting.slice(0, -1);
    waiting.push(change);
    writing ??= Promise.resolve().then(writeAll);
  };

  return {
    damaged,
    wasDamaged: async (key) => damaged.includes(await stateFileName(sha256, key)),
    keys: () => [...values.keys()],
    async flush() {
      while (writing) await writing;
    },
    storage: {
      get: (key) => values.get(key) ?? null,
      set(key, value) {
        if (values.get(key) === value && !refused.has(key)) return true;
        values.set(key, value);
        const wasRefused = refused.has(key);
        keep({ key, value });
        return !wasRefused;
      },
      remove(key) {
        if (!values.delete(key)) return;
        refused.delete(key);
        keep({ key, value: null });
      },
    },
  };
};
