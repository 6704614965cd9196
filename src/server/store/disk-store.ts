import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream, statSync } from "node:fs";
import { copyFile, link, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { chunks } from "../../lib/chunks.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { type SchoolFolders, uploadsDirOf } from "../school/settings/environment.ts";
import { fileChecksum } from "./file-checksum.ts";
import { readSpan } from "./file-pieces.ts";
import { makePrivateFolder, PRIVATE_FILE } from "./private-files.ts";
import {
  type AdoptedFile,
  type ByteSpan,
  eachOnce,
  type ListedFile,
  type NewFile,
  type SizedFile,
  type Store,
  type StoreFolder,
  type StoreKey,
} from "./store.ts";
import { DamagedFileError, isDamagedFile } from "./store-errors.ts";
import { syncFolder } from "./sync-folder.ts";

const DAY_MS = 86_400_000;
/** A disk writes many small files faster together, as it waits for each of them to be durable. */
const PARALLEL_WRITES = 8;

/** So many files are looked for in less than a millisecond. */
const FILES_AT_ONCE = 100;

/** The extension of a file that is being written. */
const PART = ".part";

/**
 * Writes a file completely or not at all.
 * @param pieces throws an error to cancel the write
 */
export const writeAtomically = async (
  target: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const temporary = `${target}.${randomUUID()}${PART}`;
  const handle = await open(temporary, "wx", PRIVATE_FILE);
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
    await handle.close();
    await rename(temporary, target);
  } catch (reason) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
    throw reason;
  }
};

async function* verified({ source, checksum }: NewFile): AsyncGenerator<Buffer> {
  if (typeof source !== "string") {
    yield source;
    return;
  }
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== checksum) {
    throw new Error(`${source} has changed while it was being imported`);
  }
}

export const storeFolders = (folders: SchoolFolders): Readonly<Record<StoreFolder, string>> => ({
  files: path.join(folders.dataDir, "files"),
  uploads: uploadsDirOf(folders),
});

/** Files in folders of this machine's disk. */
export class DiskStore implements Store {
  readonly origin = null;
  readonly #folders: Readonly<Record<StoreFolder, string>>;

  constructor(folders: SchoolFolders) {
    this.#folders = storeFolders(folders);
  }

  /** The path of a file. Paths are built from stored names only, never from client input. */
  pathOf({ folder, name }: StoreKey): string {
    return path.join(this.#folders[folder], name);
  }

  describe(key: StoreKey): string {
    return this.pathOf(key);
  }

  async sizeOf(key: StoreKey): Promise<number | null> {
    const found = await stat(this.pathOf(key)).catch(() => null);
    return found?.isFile() ? found.size : null;
  }

  async missing<File extends SizedFile>(files: readonly File[]): Promise<File[]> {
    const missing: File[] = [];
    for (const some of chunks(files, FILES_AT_ONCE)) {
      // Asking the system directly takes a tenth of the time; others have their turn between.
      missing.push(
        ...some.filter(({ key, size }) => {
          const found = statSync(this.pathOf(key), { throwIfNoEntry: false });
          return !found?.isFile() || found.size !== size;
        }),
      );
      await setImmediate();
    }
    return missing;
  }

  /** @throws DamagedFileError when there is no such file */
  async assertThere(key: StoreKey): Promise<void> {
    await stat(this.pathOf(key)).catch(this.#asMissing(key));
  }

  /** Converts the system's error for a missing file, which others may give for other reasons. */
  #asMissing(key: StoreKey) {
    return (reason: unknown): never => {
      if (!isDamagedFile(reason)) throw reason;
      throw new DamagedFileError(`${this.describe(key)} is missing`, { isMissing: true });
    };
  }

  async checksumOf(key: StoreKey): Promise<string | null> {
    return fileChecksum(this.pathOf(key)).catch(() => null);
  }

  read(key: StoreKey): Promise<Buffer> {
    return readFile(this.pathOf(key)).catch(this.#asMissing(key));
  }

  stream(key: StoreKey, span?: ByteSpan | null): Readable {
    return readSpan(this.pathOf(key), span);
  }

  async layOut(key: StoreKey, target: string): Promise<void> {
    const source = this.pathOf(key);
    // Not every file system has links, and none has them to another one.
    await link(source, target).catch(() =>
      copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
    );
  }

  /** The server sends everything itself. */
  address(): null {
    return null;
  }

  async put(files: readonly NewFile[]): Promise<number> {
    for (const folder of new Set(files.map(({ key }) => key.folder))) await this.makeFolder(folder);
    const missing = eachOnce(await this.missing(files));
    await inParallel(missing, PARALLEL_WRITES, (file) =>
      writeAtomically(this.pathOf(file.key), verified(file)),
    );
    await this.#sync(missing);
    return missing.length;
  }

  async adopt(files: readonly AdoptedFile[]): Promise<void> {
    for (const { key, source } of files) await rename(source, this.pathOf(key));
    await this.#sync(files);
  }

  async delete(keys: readonly StoreKey[]): Promise<void> {
    for (const key of keys) await rm(this.pathOf(key), { force: true });
  }

  /** Deletes the files whose checksum is not their name. */
  async forget(keys: readonly StoreKey[]): Promise<void> {
    for (const key of keys) {
      if (key.folder === "files" && (await this.checksumOf(key)) !== key.name) {
        await this.delete([key]);
      }
    }
  }

  /** Leaves out files that are being written. */
  async list(folder: StoreFolder): Promise<ListedFile[]> {
    const names = await readdir(this.#folders[folder]).catch(() => []);
    const listed: ListedFile[] = [];
    for (const name of names) {
      if (name.endsWith(PART)) continue;
      const found = await stat(this.pathOf({ folder, name })).catch(() => null);
      if (found?.isFile()) listed.push({ name, modified: found.mtimeMs });
    }
    return listed;
  }

  async sweep(folder: StoreFolder, now: number): Promise<void> {
    for (const name of await readdir(this.#folders[folder]).catch(() => [])) {
      const file = this.pathOf({ folder, name });
      const found = name.endsWith(PART) ? await stat(file).catch(() => null) : null;
      if (found && found.mtimeMs <= now - DAY_MS) await rm(file, { force: true });
    }
  }

  async refresh(): Promise<void> {}

  makeFolder(folder: StoreFolder): Promise<void> {
    return makePrivateFolder(this.#folders[folder]);
  }

  /** Makes the folder's entries durable. */
  flush(folder: StoreFolder): Promise<void> {
    return syncFolder(this.#folders[folder]);
  }

  async #sync(files: readonly SizedFile[]): Promise<void> {
    for (const folder of new Set(files.map(({ key }) => key.folder))) await this.flush(folder);
  }
}
