import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { SchoolFolders } from "../school/settings/environment.ts";
import { DiskStore, storeFolders } from "../store/disk-store.ts";
import { writeHashed } from "../store/file-checksum.ts";
import { makePrivateFolder } from "../store/private-files.ts";
import type { AdoptedFile, Store, StoreKey } from "../store/store.ts";
import { BackupError } from "./backup-format.ts";

/** The extension of a file that a restore has not moved to its place yet. */
const PART = ".restore.part";

/**
 * Receives files in the folders of a disk store, so that such a store can take them over by
 * renaming them.
 */
export const createStagedFiles = (schoolFolders: SchoolFolders) => {
  const disk = new DiskStore(schoolFolders);
  const folders = storeFolders(schoolFolders);
  const staged: AdoptedFile[] = [];
  /** Files that were there already. */
  const present: StoreKey[] = [];

  /** Deletes the files that are not in the store. */
  const discard = async (): Promise<void> => {
    for (const folder of Object.values(folders)) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
      }
    }
  };

  return {
    /** The number of files received, with those that were there already. */
    count: (): number => staged.length + present.length,
    /** Creates the folders, and deletes what a restore that was killed has left there. */
    async begin(): Promise<void> {
      for (const folder of Object.values(folders)) await makePrivateFolder(folder);
      await discard();
    },
    async add(key: StoreKey, bytes: AsyncIterable<Uint8Array>): Promise<void> {
      const source = path.join(folders[key.folder], key.name + PART);
      const { size, checksum } = await writeHashed(source, "w", bytes);
      if ((await disk.checksumOf(key)) !== checksum) {
        staged.push({ key, size, checksum, source });
        return;
      }
      present.push(key);
      await rm(source);
    },
    /**
     * Moves the files into the store.
     * @throws BackupError when a server has removed one of those that were there already
     */
    async keep(store: Store): Promise<void> {
      for (const key of present) {
        if ((await store.sizeOf(key)) !== null) continue;
        throw new BackupError("The server was removing old files. Try again.");
      }
      const missing: AdoptedFile[] = [];
      for (const file of staged) {
        if ((await store.checksumOf(file.key)) !== file.checksum) missing.push(file);
      }
      await store.adopt(missing);
    },
    discard,
  };
};
