import { inParallel } from "../../lib/in-parallel.ts";
import type { Database } from "../db/open-database.ts";
import { contentFile, type Store, type StoreKey, sentFile } from "./store.ts";
import { isDamagedFile } from "./store-errors.ts";

const PARALLEL_CHECKS = 8;

/** Every file that the database names, with its size; null where it does not know it. */
const namedFiles = async ({
  read,
}: Database): Promise<{ key: StoreKey; size: number | null }[]> => {
  const content = await read
    .selectFrom("file")
    .select(["checksum", "size"])
    .union(read.selectFrom("picture_variant").select(["checksum", "size"]))
    .union(read.selectFrom("source_file").select(["checksum", "size"]))
    .execute();
  const earlier = await read
    .selectFrom("source_change")
    .select(["before as checksum", "before_size as size"])
    .union(read.selectFrom("source_change").select(["after as checksum", "after_size as size"]))
    .union(read.selectFrom("source_translation").select(["original as checksum", "size"]))
    .execute();
  const sent = await read
    .selectFrom("upload_file")
    .select(["stored", "size"])
    .union(read.selectFrom("message_file").select(["stored", "size"]))
    .union(read.selectFrom("marked_file").select(["stored", "size"]))
    .union(read.selectFrom("source_part").select(["stored", "size"]))
    .execute();
  const ofJobs = await read
    .selectFrom("job")
    .select("file as stored")
    .where("file", "is not", null)
    .union(read.selectFrom("job").select("made as stored").where("made", "is not", null))
    .execute();
  return [
    ...[...content, ...earlier].flatMap(({ checksum, size }) =>
      checksum === null ? [] : [{ key: contentFile(checksum), size: Number(size) }],
    ),
    ...sent.map(({ stored, size }) => ({ key: sentFile(stored), size: Number(size) })),
    ...ofJobs.map(({ stored }) => ({ key: sentFile(stored ?? ""), size: null })),
  ];
};

/** Reads a file completely; the store verifies it meanwhile. @returns whether it is intact */
const isIntact = async (store: Store, key: StoreKey): Promise<boolean> => {
  try {
    for await (const _ of await store.stream(key));
    return true;
  } catch (reason) {
    if (isDamagedFile(reason)) return false;
    throw reason;
  }
};

/**
 * Finds the files that the database names and that the store does not have, or not whole, and counts all that it
 * names.
 * @param readsBytes reads every file completely; otherwise compares only size and entity tag
 */
export const findDamagedFiles = async (
  database: Database,
  store: Store,
  readsBytes: boolean,
): Promise<{ files: number; damaged: StoreKey[] }> => {
  const named = await namedFiles(database);
  const damaged: StoreKey[] = [];
  await inParallel(named, PARALLEL_CHECKS, async ({ key, size }) => {
    const present = await store.sizeOf(key);
    const isSized = present !== null && (size === null || present === size);
    const checksum = isSized ? await store.checksumOf(key) : null;
    const isNamed = checksum !== null && (key.folder === "uploads" || checksum === key.name);
    if (!isNamed || (readsBytes && !(await isIntact(store, key)))) damaged.push(key);
  });
  return { files: named.length, damaged };
};

/**
 * Checks that the store has every file that the database names. Forgets damaged files of the
 * content, so that the next import stores them again.
 * @param readsBytes reads every file completely; otherwise compares only size and entity tag
 */
export const checkFiles = async (
  database: Database,
  store: Store,
  readsBytes: boolean,
): Promise<{ files: number; damaged: string[] }> => {
  const { files, damaged } = await findDamagedFiles(database, store, readsBytes);
  const places = await Promise.all(damaged.map(async (key) => store.describe(key)));
  await store.forget(damaged);
  return { files, damaged: places.toSorted() };
};
