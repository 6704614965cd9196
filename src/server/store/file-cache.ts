import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { CHECKSUM } from "../../contract/checksum.ts";
import { writeAtomically } from "./disk-store.ts";
import { makePrivateFolder } from "./private-files.ts";
import { DamagedFileError } from "./store-errors.ts";

const HOUR_MS = 3_600_000;
/** A larger file would push out too many others. */
const MAX_SHARE = 1 / 8;
const MAX_FILE_BYTES = 32 * 1024 * 1024;

export interface CachedFile {
  /** SHA-256, hex. */
  readonly checksum: string;
  readonly size: number;
}

/**
 * Checks bytes while they are read.
 * @throws DamagedFileError at the end, when they are not those of the file
 */
export async function* checkedPieces(
  pieces: AsyncIterable<Uint8Array>,
  { checksum, size }: CachedFile,
  what: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let left = size;
  let held: Uint8Array | null = null;
  for await (const piece of pieces) {
    hash.update(piece);
    left -= piece.length;
    if (left < 0) break;
    // The last piece is held back, so that a reader never gets all bytes of a damaged file.
    if (held) yield held;
    held = piece;
  }
  if (left !== 0 || hash.digest("hex") !== checksum) {
    throw new DamagedFileError(`${what} is not what the school has stored: it was cut or replaced`);
  }
  if (held) yield held;
}

/** An LRU cache of the store's files on this machine's disk. */
export class FileCache {
  readonly #folder: string;
  readonly #maxFileBytes: number;
  readonly #sizes: LRUCache<string, number>;
  readonly #fetching = new Map<string, Promise<string>>();

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxFileBytes = Math.min(MAX_FILE_BYTES, maxBytes * MAX_SHARE);
    this.#sizes = new LRUCache<string, number>({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (size) => Math.max(1, size),
      dispose: (_, name, reason) => {
        if (reason === "evict") void rm(this.#pathOf(name), { force: true }).catch(() => {});
      },
    });
  }

  static async open(folder: string, maxBytes: number): Promise<FileCache> {
    const cache = new FileCache(folder, maxBytes);
    await makePrivateFolder(folder);
    const found: { name: string; size: number; modified: number }[] = [];
    for (const name of await readdir(folder)) {
      const file = await stat(path.join(folder, name)).catch(() => null);
      if (!file) continue;
      if (CHECKSUM.test(name)) found.push({ name, size: file.size, modified: file.mtimeMs });
      // Another server of this machine may be writing it.
      else if (file.mtimeMs < Date.now() - HOUR_MS) await rm(path.join(folder, name));
    }
    found.sort((a, b) => a.modified - b.modified);
    for (const { name, size } of found) cache.#sizes.set(name, size);
    return cache;
  }

  #pathOf(checksum: string): string {
    return path.join(this.#folder, checksum);
  }

  fits(size: number): boolean {
    return size <= this.#maxFileBytes;
  }

  /**
   * The path of the cached copy. Fetches and verifies the file first if it is not cached.
   * @throws DamagedFileError when the fetched bytes do not match the checksum
   */
  async get(
    file: CachedFile,
    fetch: () => Promise<AsyncIterable<Uint8Array>>,
    what: string,
  ): Promise<string> {
    const { checksum, size } = file;
    const target = this.#pathOf(checksum);
    this.#sizes.get(checksum);
    // Another process may have deleted the copy, or a full disk may have truncated it.
    if ((await stat(target).catch(() => null))?.size === size) {
      if (!this.#sizes.has(checksum)) this.#sizes.set(checksum, size);
      return target;
    }
    const fetching =
      this.#fetching.get(checksum) ??
      this.#fetch(target, file, fetch, what).finally(() => this.#fetching.delete(checksum));
    this.#fetching.set(checksum, fetching);
    return fetching;
  }

  async #fetch(
    target: string,
    file: CachedFile,
    fetch: () => Promise<AsyncIterable<Uint8Array>>,
    what: string,
  ): Promise<string> {
    await makePrivateFolder(this.#folder);
    await writeAtomically(target, checkedPieces(await fetch(), file, what));
    this.#sizes.set(file.checksum, file.size);
    return target;
  }
}
