import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { KIND_BYTES } from "../../domain/attachment.ts";
import { DiskReserve } from "../store/disk-reserve.ts";
import { writeHashed } from "../store/file-checksum.ts";
import { makePrivateFolder } from "../store/private-files.ts";
import { contentFile, type Store, sentFile } from "../store/store.ts";

/** A file that has been received completely but is not in the store yet. */
export interface StoredUpload {
  /** A random file name in the store. It contains nothing that the client sent. */
  stored: string;
  size: number;
  checksum: string;
  /** Its first bytes. */
  start: Buffer;
}

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;

const PART = ".part";
/** Files that are still unused after this time are left over from a crash. */
const ABANDONED_MS = 86_400_000;

/**
 * Receives files in a temporary folder and moves them into the store, each completely or not at
 * all.
 */
export class UploadStore {
  readonly #folder: string;
  readonly #store: Store;
  readonly #reserve: DiskReserve | null;

  /**
   * @param folder on this machine's disk, for files that are being received
   * @param reserve disk space that uploads leave free; null for none
   */
  constructor(folder: string, store: Store, reserve: DiskReserve | null = null) {
    this.#folder = folder;
    this.#store = store;
    this.#reserve = reserve;
  }

  /**
   * Opens the store of a school, and makes its folder.
   * @param reservePercent the part of the disks that uploads leave free
   * @throws the disk's error when nothing can be written there
   */
  static async open(
    { folder, dataDir }: { folder: string; dataDir: string },
    store: Store,
    reservePercent: number,
  ): Promise<UploadStore> {
    await makePrivateFolder(folder);
    await access(folder, constants.W_OK);
    return new UploadStore(
      folder,
      store,
      await DiskReserve.of({ folder, dataDir }, reservePercent),
    );
  }

  /** Changes the percentage of the disks that uploads leave free. */
  setReserve(percent: number): void {
    this.#reserve?.setPercent(percent);
  }

  #part(stored: string): string {
    return path.join(this.#folder, stored + PART);
  }

  /**
   * Writes a file under a temporary name. Stores at most one byte more than the limit.
   * @param expectedBytes the largest size that the request announces, if it is below the limit
   * @throws the error of the disk or of the request body; then no file is left
   */
  async receive(body: Pieces, maxBytes: number, expectedBytes = maxBytes): Promise<StoredUpload> {
    const release = await this.#reserve?.hold(Math.min(maxBytes, expectedBytes));
    try {
      return await this.#write(body, maxBytes);
    } finally {
      release?.();
    }
  }

  async #write(body: Pieces, maxBytes: number): Promise<StoredUpload> {
    await makePrivateFolder(this.#folder);
    const stored = randomUUID();
    const temporary = this.#part(stored);
    let size = 0;
    let start = Buffer.alloc(0);
    async function* limited() {
      // Reads the body to its end, because a client that is still sending does not read the
      // response.
      for await (const piece of body) {
        if (size > maxBytes) continue;
        size += piece.length;
        if (start.length < KIND_BYTES) {
          start = Buffer.concat([start, piece.subarray(0, KIND_BYTES)]).subarray(0, KIND_BYTES);
        }
        if (size <= maxBytes) yield piece;
      }
    }
    try {
      const { checksum } = await writeHashed(temporary, "wx", limited());
      return { stored, size, checksum, start };
    } catch (reason) {
      await rm(temporary, { force: true });
      throw reason;
    }
  }

  /** The bytes of a file that is not in the store yet. */
  read({ stored }: StoredUpload): Promise<Buffer> {
    return readFile(this.#part(stored));
  }

  /** Replaces the bytes of a file that is not in the store yet. @throws the error of the disk */
  replace(
    { stored }: StoredUpload,
    pieces: readonly Uint8Array[],
  ): Promise<Pick<StoredUpload, "size" | "checksum">> {
    return writeHashed(this.#part(stored), "w", pieces);
  }

  /** Moves the files into the store. They are durable when it resolves. */
  async keep(uploads: readonly StoredUpload[]): Promise<void> {
    await this.#store.adopt(
      uploads.map(({ stored, size, checksum }) => ({
        key: sentFile(stored),
        size,
        checksum,
        source: this.#part(stored),
      })),
    );
  }

  /**
   * Copies a stored file to this machine's disk, for work that reads it more than once. What a crash leaves of it is
   * deleted like the parts of uploads.
   * @returns null if it is missing
   */
  async local(stored: string): Promise<{ path: string; remove(): Promise<void> } | null> {
    if ((await this.#store.sizeOf(sentFile(stored))) === null) return null;
    await makePrivateFolder(this.#folder);
    const copy = this.#part(randomUUID());
    const remove = () => rm(copy, { force: true });
    try {
      const bytes = await this.#store.stream(sentFile(stored));
      await writeHashed(copy, "wx", bytes as AsyncIterable<Buffer>);
    } catch (reason) {
      await remove();
      throw reason;
    }
    return { path: copy, remove };
  }

  /** Stores a received file as one of the content. It is durable when it resolves. */
  async keepAsContent({ stored, size, checksum }: StoredUpload): Promise<void> {
    const source = this.#part(stored);
    await this.#store.put([{ key: contentFile(checksum), size, checksum, source }]);
    await rm(source, { force: true });
  }

  /**
   * Does work that records files. What no row can name by then is deleted at once: the files of a refused or a
   * repeated request. Once `named` was called nothing is deleted, whatever fails, because the answer of a
   * commit can be lost: `sweep` deletes what no row names.
   * @param work calls `named` within its transaction, when its rows name the files
   */
  async untilNamed<Result>(
    uploads: readonly { stored: string }[],
    work: (named: () => void) => Promise<Result>,
  ): Promise<Result> {
    let isNamed = false;
    try {
      return await work(() => {
        isNamed = true;
      });
    } finally {
      if (!isNamed) await this.discard(uploads);
    }
  }

  /** Deletes files that no row names, in the store or not. */
  async discard(uploads: readonly { stored: string }[]): Promise<void> {
    for (const { stored } of uploads) await rm(this.#part(stored), { force: true });
    await this.#store.delete(uploads.map(({ stored }) => sentFile(stored)));
  }

  /** Deletes files left over from a crash. */
  async sweep(isNamed: (stored: string) => Promise<boolean>, now: number): Promise<void> {
    await this.#store.sweep("uploads", now);
    for (const { name, modified } of await this.#store.list("uploads")) {
      if (modified > now - ABANDONED_MS || (await isNamed(name))) continue;
      await this.#store.delete([sentFile(name)]);
    }
  }
}
