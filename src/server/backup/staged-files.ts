import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { SchoolFolders } from "../school/settings/environment.ts";
import { DiskStore, storeFolders } from "../store/disk-store.ts";
import { writeHashed } from "../store/file-checksum.ts";
import { makePrivateFolder } from "../store/private-files.ts";
import type { AdoptedFile, Store, StoreFolder, StoreKey } from "../store/store.ts";
import { BackupError } from "./backup-format.ts";

/** The extension of a file that a restore has not moved to its place yet. */
const PART = ".restore.part";

/**
 * Receives files in the folders of a disk store, so that such a store can take them over by
 * renaming them.
 */
export class StagedFiles {
  readonly #disk: DiskStore;
  readonly #folders: Readonly<Record<StoreFolder, string>>;
  readonly #staged: AdoptedFile[] = [];
  /** Files that were there already. */
  readonly #present: StoreKey[] = [];

  constructor(folders: SchoolFolders) {
    this.#disk = new DiskStore(folders);
    this.#folders = storeFolders(folders);
  }

  /** The number of files received, with those that were there already. */
  get count(): number {
    return this.#staged.length + this.#present.length;
  }

  /** Creates the folders, and deletes what a restore that was killed has left there. */
  async begin(): Promise<void> {
    for (const folder of Object.values(this.#folders)) await makePrivateFolder(folder);
    await this.discard();
  }

  async add(key: StoreKey, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const source = path.join(this.#folders[key.folder], key.name + PART);
    const { size, checksum } = await writeHashed(source, "w", bytes);
    if ((await this.#disk.checksumOf(key)) !== checksum) {
      this.#staged.push({ key, size, checksum, source });
      return;
    }
    this.#present.push(key);
    await rm(source);
  }

  /**
   * Moves the files into the store.
   * @throws BackupError when a server has removed one of those that were there already
   */
  async keep(store: Store): Promise<void> {
    for (const key of this.#present) {
      if ((await store.sizeOf(key)) !== null) continue;
      throw new BackupError("The server was removing old files. Try again.");
    }
    const missing: AdoptedFile[] = [];
    for (const file of this.#staged) {
      if ((await store.checksumOf(file.key)) !== file.checksum) missing.push(file);
    }
    await store.adopt(missing);
  }

  /** Deletes the files that are not in the store. */
  async discard(): Promise<void> {
    for (const folder of Object.values(this.#folders)) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
      }
    }
  }
}
