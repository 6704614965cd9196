import * as v from "valibot";
import { inParallel } from "../../lib/in-parallel.ts";
import { createMutex } from "../../lib/mutex.ts";
import { PARTIAL_SUFFIX, replaceAtomically } from "../../lib/replace-atomically.ts";
import type { Folder, KeyValue, Machine, Sha256, Tabs } from "../ports.ts";

/** The format of a stored value. The checksum covers the key and the value in JSON. */
const stateFile = v.object({
  version: v.literal(1),
  key: v.string(),
  value: v.string(),
  checksum: v.string(),
});

const NAME_DIGITS = 40;

const checksumOf = (sha256: Sha256, key: string, value: string): Promise<string> =>
  // Half a surrogate pair cannot be encoded as UTF-8, but it can in JSON.
  sha256(JSON.stringify([key, value]));

/** The file name of a key. It is a hash, since keys have characters that file names must not have. */
const stateFileName = async (sha256: Sha256, key: string): Promise<string> =>
  `${(await sha256(JSON.stringify(key))).slice(0, NAME_DIGITS)}.json`;

/** The content of the file of a key. */
const stateFileText = async (sha256: Sha256, key: string, value: string): Promise<string> => {
  const checksum = await checksumOf(sha256, key, value);
  return JSON.stringify({ version: 1, key, value, checksum });
};

/**
 * Parses the file of a key.
 * @returns null if it is empty, truncated, edited, of another key, or of a later version
 */
const readStateFile = async (
  sha256: Sha256,
  name: string,
  text: string,
): Promise<{ key: string; value: string } | null> => {
  try {
    const { key, value, checksum } = v.parse(stateFile, JSON.parse(text));
    const isWhole =
      (await stateFileName(sha256, key)) === name &&
      (await checksumOf(sha256, key, value)) === checksum;
    return isWhole ? { key, value } : null;
  } catch {
    return null;
  }
};

interface Change {
  readonly key: string;
  readonly value: string | null;
}

const STATE = "state";
const DAMAGED = ".damaged";
/** Files read in parallel. More would block the page, which shares its thread with the runtime. */
const AT_ONCE = 20;

/** Reads all values. Damaged files are renamed. */
const readAll = async (
  folder: Folder,
  sha256: Machine["sha256"],
  values: Map<string, string>,
): Promise<string[]> => {
  const damaged: string[] = [];
  const names = await folder.list(STATE);

  const readOne = async (name: string): Promise<void> => {
    const path = `${STATE}/${name}`;
    // The app ended during the write; the previous file still exists.
    if (name.endsWith(PARTIAL_SUFFIX)) return folder.remove(path);
    if (!name.endsWith(".json")) return;
    const bytes = await folder.read(path);
    const entry = bytes && (await readStateFile(sha256, name, new TextDecoder().decode(bytes)));
    if (entry) {
      values.set(entry.key, entry.value);
      return;
    }
    damaged.push(name);
    await folder.move(path, path + DAMAGED);
  };

  await inParallel(names, AT_ONCE, readOne);
  return damaged.toSorted();
};

/**
 * Opens small values in the files of `state/`. All are read at once and held in memory. Changes are
 * written in the background and in order, so that after a crash the disk has an earlier, consistent
 * state. A value that the disk refuses lasts until the page closes, and is written again after the next
 * successful write.
 */
export const openFileStorage = async (
  folder: Folder,
  { sha256, randomHex }: Pick<Machine, "sha256" | "randomHex">,
) => {
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
      const isSetAgain = (again: Change) => waiting.some((later) => later.key === again.key);
      waiting.push(...[...refused.values()].filter((again) => !isSetAgain(again)));
      refused.clear();
    }
    writing = null;
  };

  const keep = (change: Change): void => {
    // A pending write is replaced by a later one of the same key.
    if (waiting.at(-1)?.key === change.key) waiting = waiting.slice(0, -1);
    waiting.push(change);
    writing ??= Promise.resolve().then(writeAll);
  };

  const storage: KeyValue = {
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
  };

  return {
    storage,
    /** Names of damaged files. They were renamed, not deleted. */
    damaged,
    wasDamaged: async (key: string) => damaged.includes(await stateFileName(sha256, key)),
    keys: () => [...values.keys()],
    /** Resolves when all changes are on the disk, or the disk has refused them. */
    async flush() {
      while (writing) await writing;
    },
  };
};

/** The app has one window, so there are no other tabs. */
export const createDesktopTabs = ({ keys }: Pick<Tabs, "keys">): Tabs => ({
  keys,
  subscribe: () => () => undefined,
  withLock: createMutex(),
});
