import * as v from "valibot";
import type { KeyValue, RandomHex } from "../../platform/ports.ts";
import { createStored } from "../stored.ts";

const synced = v.object({
  /** Of the content that lies here; null: it is to be fetched again. */
  checksum: v.nullable(v.string()),
  /** Whose files the tree has. */
  languages: v.array(v.string()),
  /** Milliseconds since 1970. */
  lastSync: v.nullable(v.number()),
  /** When the server's trees were last looked at. */
  lastLook: v.nullish(v.number(), null),
  /** 40 hex digits: what makes this machine's file names. */
  names: v.pipe(v.string(), v.regex(/^[\da-f]{40}$/)),
});

export type Synced = v.InferOutput<typeof synced>;

/** What the sync knows from one start to the next. */
export const createSyncMemory = (storage: KeyValue, randomHex: RandomHex) => {
  const stored = createStored(storage, "sync.v1", synced);
  const left = createStored(storage, "sync.left-out.v1", v.array(v.string()));
  const ask = createStored(storage, "sync.ask-first.v1", v.boolean());

  const read = (): Synced => {
    const known = stored.read();
    if (known) return known;
    const names = randomHex(20);
    const fresh = { checksum: null, languages: [], lastSync: null, lastLook: null, names };
    stored.write(fresh);
    return fresh;
  };

  return {
    read,
    change: (change: Partial<Synced>) => void stored.write({ ...read(), ...change }),
    /** Courses that are not wanted on this machine, as `PRODUCT/COURSE`. */
    leftOut: (): readonly string[] => left.read() ?? [],
    leaveOut: (courses: readonly string[]) => void left.write([...courses]),
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
