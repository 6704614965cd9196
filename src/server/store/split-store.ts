import type { Readable } from "node:stream";
import type { Kysely } from "kysely";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { readSetting } from "../db/settings.ts";
import type { DiskStore } from "./disk-store.ts";
import type { S3Store } from "./s3-store.ts";
import {
  type AddressOptions,
  type AdoptedFile,
  type ByteSpan,
  type ListedFile,
  missingBySize,
  type NewFile,
  type SizedFile,
  type Store,
  type StoreAddress,
  type StoreFolder,
  type StoreKey,
} from "./store.ts";
import { isDamagedFile } from "./store-errors.ts";
import type { StoredObjects } from "./stored-objects.ts";

/** The setting that says where new files go: `bucket`, also if it is absent, or `disk`. */
export const STORE_TARGET = "store_target";

export type StoreTarget = "bucket" | "disk";

/**
 * A school's files, some in the bucket and some on this machine's disk. A school can be served
 * while its files move from one to the other.
 */
export class SplitStore implements Store {
  readonly origin: string;
  readonly #disk: DiskStore;
  readonly #bucket: S3Store;
  readonly #objects: StoredObjects;
  readonly #database: Database;
  /** Where new files go. */
  #target: StoreTarget = "bucket";

  /** Call `refresh` before it is used. */
  constructor(disk: DiskStore, bucket: S3Store, objects: StoredObjects, database: Database) {
    this.#disk = disk;
    this.#bucket = bucket;
    this.#objects = objects;
    this.#database = database;
    this.origin = bucket.origin;
  }

  async refresh(): Promise<void> {
    const target = await readSetting(this.#database.read, STORE_TARGET);
    this.#target = target === "disk" ? "disk" : "bucket";
  }

  /** For a missing file: where new files go. */
  async describe(key: StoreKey): Promise<string> {
    if (await this.#objects.find(key)) return this.#bucket.describe(key);
    const isOnDisk = (await this.#disk.sizeOf(key)) !== null;
    return (isOnDisk || this.#target === "disk" ? this.#disk : this.#bucket).describe(key);
  }

  async sizeOf(key: StoreKey): Promise<number | null> {
    const { size } = (await this.#objects.find(key)) ?? {};
    // A file that is not on the disk any more may have moved to the bucket just now.
    return size ?? (await this.#disk.sizeOf(key)) ?? this.#bucket.sizeOf(key);
  }

  missing<File extends SizedFile>(files: readonly File[]): Promise<File[]> {
    return missingBySize(this, files);
  }

  checksumOf(key: StoreKey): Promise<string | null> {
    return this.#at(key, (store) => store.checksumOf(key));
  }

  read(key: StoreKey): Promise<Buffer> {
    return this.#at(key, (store) => store.read(key));
  }

  stream(key: StoreKey, span?: ByteSpan | null): Promise<Readable> {
    return this.#at(key, async (store) => {
      // A stream of the disk reports a missing file only when it is read.
      if (store === this.#disk) await this.#disk.assertThere(key);
      return store.stream(key, span);
    });
  }

  layOut(key: StoreKey, target: string): Promise<void> {
    return this.#at(key, (store) => store.layOut(key, target));
  }

  async address(key: StoreKey, options: AddressOptions): Promise<StoreAddress | null> {
    return this.#at(key, async (store) => store.address(key, options));
  }

  async put(files: readonly NewFile[]): Promise<number> {
    return this.#new.put(await this.missing(files));
  }

  adopt(files: readonly AdoptedFile[]): Promise<void> {
    return this.#new.adopt(files);
  }

  async delete(keys: readonly StoreKey[], within?: Kysely<Tables>): Promise<void> {
    await this.#disk.delete(keys);
    await this.#bucket.delete(keys, within);
  }

  async forget(keys: readonly StoreKey[]): Promise<void> {
    await this.#disk.forget(keys);
    await this.#bucket.forget(keys);
  }

  async list(folder: StoreFolder): Promise<ListedFile[]> {
    const listed = new Map<string, ListedFile>();
    for (const store of [this.#disk, this.#bucket]) {
      for (const file of await store.list(folder)) listed.set(file.name, file);
    }
    return [...listed.values()];
  }

  async sweep(folder: StoreFolder, now: number): Promise<void> {
    await this.#disk.sweep(folder, now);
    // Objects carry the time of the store's own clock, so `now` must not come from another clock.
    await this.#bucket.sweep(folder, Date.now());
  }

  /** Where new files go. */
  get #new(): Store {
    return this.#target === "bucket" ? this.#bucket : this.#disk;
  }

  /** Runs the work where the file is, and again in the other place if the file has just moved. */
  async #at<Value>(key: StoreKey, work: (store: Store) => Promise<Value>): Promise<Value> {
    const store = (await this.#objects.find(key)) ? this.#bucket : this.#disk;
    try {
      return await work(store);
    } catch (reason) {
      if (!isDamagedFile(reason)) throw reason;
      const now = (await this.#objects.read(key)) ? this.#bucket : this.#disk;
      if (now === store) throw reason;
      return work(now);
    }
  }
}
