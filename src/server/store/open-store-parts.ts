import path from "node:path";
import type { Database } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";
import { DiskStore } from "./disk-store.ts";
import { FileCache } from "./file-cache.ts";
import { S3Bucket } from "./s3-bucket.ts";
import { S3Store } from "./s3-store.ts";
import { SplitStore } from "./split-store.ts";
import type { StoreSettings } from "./store-settings.ts";
import { StoredObjects } from "./stored-objects.ts";

const MEBIBYTE = 1024 * 1024;

/** Opens the disk and the bucket of a school that has one, and the store over both. Sends no request to the bucket. */
export const openStoreParts = async (
  environment: Environment,
  settings: StoreSettings,
  database: Database,
) => {
  const { dataDir, storeCacheMb, storeRetryMs } = environment;
  const objects = new StoredObjects(database);
  const bucket = new S3Bucket(settings);
  const cache = await FileCache.open(path.join(dataDir, "cache"), storeCacheMb * MEBIBYTE);
  const disk = new DiskStore(environment);
  const inBucket = new S3Store(bucket, objects, cache, storeRetryMs);
  const store = new SplitStore(disk, inBucket, objects, database);
  await store.refresh();
  return { bucket, disk, inBucket, objects, store };
};

export type StoreParts = Awaited<ReturnType<typeof openStoreParts>>;
