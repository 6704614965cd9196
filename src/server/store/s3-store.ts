import { openAsBlob } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { inParallel } from "../../lib/in-parallel.ts";
import type { Tables } from "../db/schema.ts";
import { isStorageFull } from "../db/sqlite-file.ts";
import { checkedPieces, type FileCache } from "./file-cache.ts";
import { fileChecksum } from "./file-checksum.ts";
import { readSpan } from "./file-pieces.ts";
import type { S3Bucket } from "./s3-bucket.ts";
import {
  type AddressOptions,
  type AdoptedFile,
  type ByteSpan,
  eachOnce,
  type ListedFile,
  missingBySize,
  type NewFile,
  pathIn,
  type SizedFile,
  type Store,
  type StoreAddress,
  type StoreFolder,
  type StoreKey,
} from "./store.ts";
import { DamagedFileError, StoreUnavailableError } from "./store-errors.ts";
import type { StoredObject, StoredObjects } from "./stored-objects.ts";

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2000;

/** Retries work while the store is unavailable, with growing waits, for at most the given time. */
const retryWhileUnavailable = async <Value>(
  milliseconds: number,
  work: () => Promise<Value>,
): Promise<Value> => {
  const end = performance.now() + milliseconds;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await work();
    } catch (reason) {
      const isUnavailable = reason instanceof StoreUnavailableError;
      if (!isUnavailable || performance.now() + wait > end) throw reason;
    }
    await pause(wait);
  }
};

/**
 * The bytes of a file for the bucket. A file on the disk is not read into memory.
 * @throws Error when the bytes do not match the checksum
 */
const bytesOf = async ({ source, checksum }: NewFile): Promise<Blob | Uint8Array> => {
  if (typeof source !== "string") return source;
  if ((await fileChecksum(source)) === checksum) return openAsBlob(source);
  throw new Error(`${source} has changed while it was being stored`);
};

/** A browser waits half a minute for the answer to an upload. */
const WRITE_RETRY_MS = 20_000;
const READ_RETRY_MS = 1000;
const PARALLEL_WRITES = 4;
const DAY_MS = 86_400_000;

/** Objects up to this size are verified in memory if the cache does not keep them. */
const MAX_BYTES_IN_MEMORY = 8 * 1024 * 1024;
/** How long an object that was found intact counts as intact. */
const INTACT_MS = 60_000;
/** An entry takes a hundred bytes. */
const MAX_INTACT = 20_000;

/**
 * How long the address of a film is valid. It opens the film also for a person who has lost access
 * meanwhile. A player whose address has expired asks for a new one.
 */
const CONTENT_SECONDS = 900;
/**
 * How long the address of a person's upload is valid. A browser follows it at once, but the clocks
 * of school and store may differ a little.
 */
const PRIVATE_SECONDS = 120;
/** How long a browser may cache the redirect to a film. */
const REMEMBERED_SECONDS = 300;
/** A signed address takes half a kilobyte. */
const MAX_ADDRESSES = 20_000;

/**
 * Presigned URLs of a bucket's objects. Each stays the same for a while, so that browsers can cache
 * its bytes.
 */
const createAddresses = (bucket: S3Bucket) => {
  const kept = new LRUCache<string, { readonly url: string; readonly signed: number }>({
    max: MAX_ADDRESSES,
  });
  /** @param name of the object in the bucket */
  return (name: string, { type, disposition, isPrivate }: AddressOptions): StoreAddress => {
    const seconds = isPrivate ? PRIVATE_SECONDS : CONTENT_SECONDS;
    const maxAge = isPrivate ? 0 : REMEMBERED_SECONDS;
    const key = JSON.stringify([name, type, disposition, isPrivate]);
    const known = kept.get(key);
    const now = Date.now();
    // An address is sent for half of its lifetime, so that the other half is left to use it.
    if (known && now - known.signed < seconds * 500) return { url: known.url, maxAge };
    const url = bucket.sign(name, seconds, {
      "response-content-type": type,
      "response-cache-control": isPrivate
        ? "private, no-store"
        : `private, max-age=${CONTENT_SECONDS}, immutable`,
      ...(disposition !== undefined && { "response-content-disposition": disposition }),
    });
    kept.set(key, { url, signed: now });
    return { url, maxAge };
  };
};

/**
 * Files in a bucket. The database records what the school has stored, so that a truncated or
 * replaced object is detected before any of its bytes are sent.
 */
export class S3Store implements Store {
  readonly origin: string;
  readonly #bucket: S3Bucket;
  readonly #objects: StoredObjects;
  readonly #cache: FileCache;
  readonly #writeRetryMs: number;
  readonly #intact = new LRUCache<string, true>({ max: MAX_INTACT, ttl: INTACT_MS });
  readonly #addressOf: ReturnType<typeof createAddresses>;

  constructor(
    bucket: S3Bucket,
    objects: StoredObjects,
    cache: FileCache,
    writeRetryMs = WRITE_RETRY_MS,
  ) {
    this.#bucket = bucket;
    this.#objects = objects;
    this.#cache = cache;
    this.#writeRetryMs = writeRetryMs;
    this.#addressOf = createAddresses(bucket);
    this.origin = bucket.origin;
  }

  describe(key: StoreKey): string {
    return `${this.#bucket.address}/${pathIn(key)}`;
  }

  async sizeOf(key: StoreKey): Promise<number | null> {
    return (await this.#objects.find(key))?.size ?? null;
  }

  missing<File extends SizedFile>(files: readonly File[]): Promise<File[]> {
    return missingBySize(this, files);
  }

  async checksumOf(key: StoreKey): Promise<string | null> {
    const object = await this.#objects.read(key);
    if (!object) return null;
    try {
      await retryWhileUnavailable(this.#writeRetryMs, () => this.#assertIntact(key, object));
      return object.checksum;
    } catch (reason) {
      if (reason instanceof DamagedFileError) return null;
      throw reason;
    }
  }

  async read(key: StoreKey): Promise<Buffer> {
    const object = await this.#known(key);
    const path = await this.#cached(key, object);
    return path === null ? this.#fetch(key, object) : readFile(path);
  }

  async stream(key: StoreKey, span: ByteSpan | null = null): Promise<Readable> {
    const object = await this.#known(key);
    const path = await this.#cached(key, object);
    if (path !== null) return readSpan(path, span);
    if (object.size > MAX_BYTES_IN_MEMORY) return this.#streamLarge(key, object, span);
    const bytes = await this.#fetch(key, object);
    return Readable.from([span ? bytes.subarray(span.first, span.last + 1) : bytes], {
      objectMode: false,
    });
  }

  async address(key: StoreKey, options: AddressOptions): Promise<StoreAddress> {
    const object = await this.#known(key);
    if (!this.#intact.has(pathIn(key))) {
      await retryWhileUnavailable(READ_RETRY_MS, () => this.#assertIntact(key, object));
    }
    return this.#addressOf(pathIn(key), options);
  }

  /** The bytes of a file, without the cache. A reader never gets all bytes of a damaged file. */
  async download(key: StoreKey): Promise<AsyncIterable<Uint8Array>> {
    const object = await this.#known(key);
    return checkedPieces(await this.#open(key), object, this.describe(key));
  }

  async layOut(key: StoreKey, target: string): Promise<void> {
    await writeFile(target, await this.stream(key), { flag: "wx" });
  }

  async put(files: readonly NewFile[]): Promise<number> {
    const missing = eachOnce(await this.missing(files));
    await inParallel(missing, PARALLEL_WRITES, async (file) =>
      this.#write(file, await bytesOf(file)),
    );
    return missing.length;
  }

  async adopt(files: readonly AdoptedFile[]): Promise<void> {
    await inParallel(files, PARALLEL_WRITES, async (file) => {
      await this.#write(file, await openAsBlob(file.source));
    });
    for (const { source } of files) await rm(source, { force: true });
  }

  /**
   * Deletes the rows first: `sweep` deletes an object that has no row. Within a transaction it deletes the rows alone,
   * because one that fails has them again.
   */
  async delete(keys: readonly StoreKey[], within?: Kysely<Tables>): Promise<void> {
    const there: StoreKey[] = [];
    for (const key of keys) if (await this.#objects.read(key)) there.push(key);
    if (there.length === 0) return;
    await this.#objects.remove(there, within);
    if (within) return;
    try {
      await inParallel(there, PARALLEL_WRITES, (key) => this.#bucket.delete(pathIn(key)));
    } catch (reason) {
      if (!(reason instanceof StoreUnavailableError)) throw reason;
    }
  }

  /** The next import replaces the objects. */
  forget(keys: readonly StoreKey[]): Promise<void> {
    return this.#objects.remove(keys.filter(({ folder }) => folder === "files"));
  }

  list(folder: StoreFolder): Promise<ListedFile[]> {
    return this.#objects.list(folder);
  }

  /** Deletes objects that were stored just before their server was killed. */
  async sweep(folder: StoreFolder, now: number): Promise<void> {
    const orphans: StoreKey[] = [];
    for await (const { name, modified } of this.#bucket.list(folder)) {
      if (modified > now - DAY_MS) continue;
      const key = { folder, name: name.slice(folder.length + 1) };
      if (!(await this.#objects.find(key))) orphans.push(key);
    }
    for (const key of orphans) {
      // An import may have stored it meanwhile.
      if (!(await this.#objects.read(key))) await this.#bucket.delete(pathIn(key));
    }
  }

  async refresh(): Promise<void> {}

  async #known(key: StoreKey): Promise<StoredObject> {
    const object = await this.#objects.find(key);
    if (object) return object;
    throw new DamagedFileError(`${this.describe(key)} is missing`, { isMissing: true });
  }

  async #write({ key, size, checksum }: NewFile, bytes: Blob | Uint8Array): Promise<void> {
    const tag = await retryWhileUnavailable(this.#writeRetryMs, () =>
      this.#bucket.put(pathIn(key), bytes, checksum),
    );
    await this.#objects.add(key, { size, checksum, tag });
  }

  /**
   * The path of the cached copy of a content file; null for a file that the cache does not keep.
   */
  async #cached(key: StoreKey, object: StoredObject): Promise<string | null> {
    if (key.folder !== "files" || !this.#cache.fits(object.size)) return null;
    try {
      return await this.#cache.get(object, () => this.#open(key), this.describe(key));
    } catch (reason) {
      // A full disk stops only the cache.
      if (isStorageFull(reason)) return null;
      // Forgets a file that the bucket has lost, so that the next import stores it again.
      if (reason instanceof DamagedFileError && reason.isMissing) await this.#objects.remove([key]);
      throw reason;
    }
  }

  async #open(key: StoreKey): Promise<AsyncIterable<Uint8Array>> {
    const { pieces } = await retryWhileUnavailable(READ_RETRY_MS, () =>
      this.#bucket.get(pathIn(key)),
    );
    return pieces;
  }

  async #fetch(key: StoreKey, object: StoredObject): Promise<Buffer> {
    const what = this.describe(key);
    const read: Uint8Array[] = [];
    for await (const piece of checkedPieces(await this.#open(key), object, what)) read.push(piece);
    return Buffer.concat(read);
  }

  /**
   * Streams a large object. A complete one keeps its last piece back until its checksum is
   * verified.
   */
  async #streamLarge(
    key: StoreKey,
    object: StoredObject,
    span: ByteSpan | null,
  ): Promise<Readable> {
    const what = this.describe(key);
    let opened = await retryWhileUnavailable(READ_RETRY_MS, () =>
      this.#bucket.get(pathIn(key), span),
    );
    if (opened.size !== object.size || opened.tag !== object.tag) {
      await this.#assertIntact(key, object);
      opened = await this.#bucket.get(pathIn(key), span);
    }
    const pieces = span ? opened.pieces : checkedPieces(opened.pieces, object, what);
    return Readable.from(pieces, { objectMode: false });
  }

  /**
   * Checks that the object is the one that the school has stored. Compares size and entity tag. If
   * the tag differs, reads the whole object, because a copy of a bucket may have other tags.
   * @throws DamagedFileError
   */
  async #assertIntact(key: StoreKey, object: StoredObject): Promise<void> {
    const head = await this.#bucket.head(pathIn(key));
    const what = this.describe(key);
    if (!head) throw new DamagedFileError(`${what} is missing`, { isMissing: true });
    if (head.size !== object.size) {
      throw new DamagedFileError(`${what} has ${head.size} bytes, not ${object.size}`);
    }
    if (head.tag !== object.tag) {
      for await (const _ of checkedPieces(await this.#open(key), object, what));
      await this.#objects.add(key, { ...object, tag: head.tag });
    }
    this.#intact.set(pathIn(key), true);
  }
}
