import { setTimeout as pause } from "node:timers/promises";
import { CHECKSUM } from "../../contract/checksum.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import type { Database } from "../db/open-database.ts";
import { writeSetting } from "../db/settings.ts";
import { writeAtomically } from "./disk-store.ts";
import type { StoreParts } from "./open-store-parts.ts";
import { STORE_TARGET, type StoreTarget } from "./split-store.ts";
import { contentFile, type StoreFolder, type StoreKey, sentFile } from "./store.ts";
import { DamagedFileError } from "./store-errors.ts";

const FOLDERS: readonly StoreFolder[] = ["files", "uploads"];
const STORED_NAME = { files: CHECKSUM, uploads: /^[\da-f-]{36}$/ } as const;
const PARALLEL_MOVES = 4;

/** Running servers read the target every two seconds. */
const SERVERS_NOTICE_MS = 5000;

export interface MovedFiles {
  moved: number;
  bytes: number;
  /** Files that are not moved, because their bytes are not the ones that the school has stored. */
  damaged: string[];
}

const toBucket = async ({ disk, inBucket, objects }: StoreParts, key: StoreKey) => {
  const size = await disk.sizeOf(key);
  // A server has moved or deleted it.
  if (size === null) return 0;
  const checksum = await disk.checksumOf(key);
  const isWhole = key.folder === "uploads" || checksum === key.name;
  if (checksum === null || !isWhole) {
    throw new DamagedFileError(`${disk.describe(key)} is damaged`);
  }
  // An earlier run was interrupted before it deleted the file here.
  if ((await objects.read(key)) && (await inBucket.checksumOf(key)) === checksum) {
    await disk.delete([key]);
    return size;
  }
  await inBucket.adopt([{ key, size, checksum, source: disk.pathOf(key) }]);
  return size;
};

const toDisk = async ({ disk, inBucket, objects }: StoreParts, key: StoreKey) => {
  const object = await objects.read(key);
  if (!object) return 0;
  if ((await disk.checksumOf(key)) !== object.checksum) {
    await disk.makeFolder(key.folder);
    await writeAtomically(disk.pathOf(key), await inBucket.download(key));
    await disk.flush(key.folder);
  }
  await inBucket.delete([key]);
  return object.size;
};

/**
 * Moves all files of a school to its bucket or to its disk, while the school is served. Each file
 * stays readable throughout. A run that was interrupted can be repeated.
 * @param onProgress is called after each file
 * @throws the error of the database, the disk or the store
 */
export const moveFiles = async (
  parts: StoreParts,
  database: Database,
  target: StoreTarget,
  onProgress: (moved: Readonly<MovedFiles>) => void = () => {},
  noticeMs = SERVERS_NOTICE_MS,
): Promise<MovedFiles> => {
  const result: MovedFiles = { moved: 0, bytes: 0, damaged: [] };
  await database.write((db) => writeSetting(db, STORE_TARGET, target));
  const noticed = performance.now() + noticeMs;
  const from = target === "bucket" ? parts.disk : parts.inBucket;
  const move = target === "bucket" ? toBucket : toDisk;
  const skipped = new Set<string>();

  const moveAll = async (): Promise<number> => {
    let count = 0;
    for (const folder of FOLDERS) {
      const listed = (await from.list(folder)).filter(
        ({ name }) => STORED_NAME[folder].test(name) && !skipped.has(name),
      );
      await inParallel(listed, PARALLEL_MOVES, async ({ name }) => {
        const key = folder === "files" ? contentFile(name) : sentFile(name);
        try {
          result.bytes += await move(parts, key);
          result.moved += 1;
          count += 1;
        } catch (reason) {
          if (!(reason instanceof DamagedFileError)) throw reason;
          skipped.add(name);
          result.damaged.push(`${folder}/${name}`);
        }
        onProgress(result);
      });
    }
    return count;
  };

  for (;;) {
    const isNoticed = performance.now() >= noticed;
    // Until all servers have noticed the new target, they may store files in the old place.
    if ((await moveAll()) === 0 && isNoticed) return result;
    await pause(Math.max(0, noticed - performance.now()));
  }
};
