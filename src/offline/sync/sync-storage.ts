import * as v from "valibot";
import { createStored } from "../../core/stored.ts";
import type { KeyValue, RandomHex } from "../../platform/ports.ts";

const synced = v.object({
  /** Checksum of the content on the disk; null: it has to be fetched again. */
  checksum: v.nullable(v.string()),
  /** Languages of the files in the tree. */
  languages: v.array(v.string()),
  /** Milliseconds since 1970. */
  lastSync: v.nullable(v.number()),
  /** When the server's trees were last checked, in milliseconds since 1970. */
  lastLook: v.nullish(v.number(), null),
});

type SyncRecord = v.InferOutput<typeof synced>;

/** 40 hex digits from which this machine's file names are derived, for all accounts. */
const digits = v.pipe(v.string(), v.regex(/^[\da-f]{40}$/));

const NOTHING: SyncRecord = { checksum: null, languages: [], lastSync: null, lastLook: null };

const syncedOf = (storage: KeyValue, account: string) =>
  createStored(storage, `sync.v2/${account}`, synced);
const leftOutOf = (storage: KeyValue, account: string) =>
  createStored(storage, `sync.left-out.v2/${account}`, v.array(v.string()));
const namesOf = (storage: KeyValue) => createStored(storage, "sync-names.v1", digits);

const askFirstOf = (storage: KeyValue) => createStored(storage, "sync.ask-first.v1", v.boolean());

const wholeFilmsOf = (storage: KeyValue) =>
  createStored(storage, "sync.whole-films.v1", v.boolean());

/** Whether to ask the person before downloading over a metered connection. */
export const readAskFirst = (storage: KeyValue): boolean => askFirstOf(storage).read() ?? false;

export const clearSyncStorage = (storage: KeyValue, account: string): void => {
  syncedOf(storage, account).clear();
  leftOutOf(storage, account).clear();
};

/** Stores values of one account's sync between starts. */
export const createSyncStorage = (storage: KeyValue, randomHex: RandomHex, account: string) => {
  const stored = syncedOf(storage, account);
  const left = leftOutOf(storage, account);

  const read = (): SyncRecord => stored.read() ?? NOTHING;

  return {
    read,
    update: (update: Partial<SyncRecord>) => void stored.write({ ...read(), ...update }),

    names(): string {
      const storedValue = namesOf(storage).read();
      if (storedValue) return storedValue;
      const made = randomHex(20);
      namesOf(storage).write(made);
      return made;
    },

    /** Courses that are not wanted on this machine, as `PRODUCT/COURSE`. */
    excludedCourses: (): readonly string[] => left.read() ?? [],
    setExcludedCourses: (courses: readonly string[]) => void left.write([...courses]),
    /** The same for all accounts, since the connection is the machine's. */
    asksFirst: (): boolean => readAskFirst(storage),
    /** Whether this machine keeps films as large as the school has them, for all accounts. */
    wantsWholeFilms: (): boolean => wholeFilmsOf(storage).read() ?? false,
    setWholeFilms: (whole: boolean) => void wholeFilmsOf(storage).write(whole),
    setAskFirst: (asks: boolean) => void askFirstOf(storage).write(asks),
  };
};

export type SyncStorage = ReturnType<typeof createSyncStorage>;

/**
 * The file name of a checksum on this machine: the checksum XOR the machine's digits. So a file can be
 * identified by its name if the tree was not written.
 * @param names 40 hex digits
 * @param checksum SHA-256 in lower-case hex
 */
export const cacheFileName = (names: string, checksum: string): string => {
  let digits = "";
  for (let at = 0; at < 40; at += 1) {
    const one = Number.parseInt(names[at] ?? "0", 16) ^ Number.parseInt(checksum[at] ?? "0", 16);
    digits += one.toString(16);
  }
  return `${digits}.cache`;
};
