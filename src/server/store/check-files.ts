import { inParallel } from "../../lib/in-parallel.ts";
import type { Database } from "../db/open-database.ts";
import { contentFile, type Store, type StoreKey, sentFile } from "./store.ts";
import { isDamagedFile } from "./store-errors.ts";

const PARALLEL_CHECKS = 8;

export interface CheckedFiles {
  /** How many files the school names. */
  files: number;
  /** Those that are missing or damaged. */
  damaged: string[];
}

/** Every file that the school's data names, with its size. */
const namedFiles = async ({ read }: Database): Promise<{ key: StoreKey; size: number }[]> => {
  const content = await read
    .selectFrom("file")
    .select(["checksum", "size"])
    .union(read.selectFrom("picture_variant").select(["checksum", "size"]))
    .execute();
  const sent = await read
    .selectFrom("upload_file")
    .select(["stored", "size"])
    .union(read.selectFrom("message_file").select(["stored", "size"]))
    .execute();
  return [
    ...content.map(({ checksum, size }) => ({ key: contentFile(checksum), size: Number(size) })),
    ...sent.map(({ stored, size }) => ({ key: sentFile(stored), size: Number(size) })),
  ];
};

/** Reads all bytes. A store checks them meanwhile. */
const readThrough = async (store: Store, key: StoreKey): Promise<boolean> => {
  try {
    for await (const _ of await store.stream(key));
    return true;
  } catch (reason) {
    if (isDamagedFile(reason)) return false;
    throw reason;
  }
};

/**
 * Looks whether the store has every file that the school names. Damaged files of the content are
 * forgotten, so that the next import stores them again.
 * @param readsBytes also reads all of them, instead of asking for size and entity tag
 */
export const checkFiles = async (
  database: Database,
  store: Store,
  readsBytes: boolean,
): Promise<CheckedFiles> => {
  const named = await namedFiles(database);
  const damaged: StoreKey[] = [];
  await inParallel(named, PARALLEL_CHECKS, async ({ key, size }) => {
    const checksum = (await store.sizeOf(key)) === size ? await store.checksumOf(key) : null;
    const isNamed = checksum !== null && (key.folder === "uploads" || checksum === key.name);
    const isWhole = isNamed && (!readsBytes || (await readThrough(store, key)));
    if (!isWhole) damaged.push(key);
  });
  const places = await Promise.all(damaged.map(async (key) => store.describe(key)));
  await store.forget(damaged);
  return { files: named.length, damaged: places.toSorted() };
};
