import * as v from "valibot";
import { createStored } from "../../core/stored.ts";
import type { KeyValue, RandomHex } from "../../platform/ports.ts";

const synced = v.object({
  /** Of the content that lies here; null: it is to be fetched again. */
  checksum: v.nullable(v.string()),
  /** Whose files the tree has. */
  languages: v.array(v.string()),
  /** Milliseconds since 1970. */
  lastSync: v.nullable(v.number()),
  /** When the server's trees were last looked at. */
  lastLook: v.nullish(v.number(), null),
});

export type Synced = v.InferOutput<typeof synced>;

/** 40 hex digits: what makes this machine's file names, for all accounts. */
const digits = v.pipe(v.string(), v.regex(/^[\da-f]{40}$/));

const NOTHING: Synced = { checksum: null, languages: [], lastSync: null, lastLook: null };

const syncedOf = (storage: KeyValue, account: string) =>
  createStored(storage, `sync.v2/${account}`, synced);
const leftOutOf = (storage: KeyValue, account: string) =>
  createStored(storage, `sync.left-out.v2/${account}`, v.array(v.string()));
const namesOf = (storage: KeyValue) => createStored(storage, "sync-names.v1", digits);

/** Of the time before accounts. */
const old = (storage: KeyValue) =>
  createStored(storage, "sync.v1", v.object({ ...synced.entries, names: digits }));
const oldLeftOut = (storage: KeyValue) =>
  createStored(storage, "sync.left-out.v1", v.array(v.string()));

/** Whether the content of the time before accounts was fetched for whoever is signed in. */
export const wasSynced = (storage: KeyValue): boolean => old(storage).read()?.checksum != null;

/**
 * Takes over what was known before there were accounts.
 * @param account whose it is; null: only the names of the files are kept
 */
export const moveSyncMemory = (storage: KeyValue, account: string | null): void => {
  const before = old(storage).read();
  if (!before) return;
  const { names, ...known } = before;
  namesOf(storage).write(names);
  if (account) {
    syncedOf(storage, account).write(known);
    leftOutOf(storage, account).write(oldLeftOut(storage).read() ?? []);
  }
  old(storage).clear();
  oldLeftOut(storage).clear();
};

/** Forgets what the sync of an account knew. */
export const forgetSyncMemory = (storage: KeyValue, account: string): void => {
  syncedOf(storage, account).clear();
  leftOutOf(storage, account).clear();
};

/** What the sync of one account knows from one start to the next. */
export const createSyncMemory = (storage: KeyValue, randomHex: RandomHex, account: string) => {
  const stored = syncedOf(storage, account);
  const left = leftOutOf(storage, account);
  const ask = createStored(storage, "sync.ask-first.v1", v.boolean());

  const read = (): Synced => stored.read() ?? NOTHING;

  return {
    read,
    change: (change: Partial<Synced>) => void stored.write({ ...read(), ...change }),

    names(): string {
      const known = namesOf(storage).read();
      if (known) return known;
      const made = randomHex(20);
      namesOf(storage).write(made);
      return made;
    },

    /** Courses that are not wanted on this machine, as `PRODUCT/COURSE`. */
    leftOut: (): readonly string[] => left.read() ?? [],
    leaveOut: (courses: readonly string[]) => void left.write([...courses]),
    /** A line costs the same whoever uses it: this is the machine's. */
    asksFirst: (): boolean => ask.read() ?? false,
    askFirst: (asks: boolean) => void ask.write(asks),
  };
};

export type SyncMemory = ReturnType<typeof createSyncMemory>;

/**
 * The random name of a cached file: the machine's own digits laid over the checksum. So the bytes
 * that lie under it are known even where the tree was not written any more.
 * @param names 40 hex digits
 */
export const cacheName = (names: string, checksum: string): string => {
  let digits = "";
  for (let at = 0; at < 40; at += 1) {
    const one = Number.parseInt(names[at] ?? "0", 16) ^ Number.parseInt(checksum[at] ?? "0", 16);
    digits += one.toString(16);
  }
  return `${digits}.cache`;
};
