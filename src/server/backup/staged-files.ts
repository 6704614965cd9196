import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "../db/file-store.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../private-files.ts";
import { BackupError } from "./backup-error.ts";

/** The end of the name of a file that a restore has not put in its place yet. */
const PART = ".restore.part";

/** Receives files beside their final paths, so that moving them there takes no room and no time. */
export class StagedFiles {
  readonly #folders: ReadonlySet<string>;
  /** Final paths. */
  readonly #staged: string[] = [];
  /** Final paths of files that were there already. */
  readonly #present: string[] = [];

  /** @param folders absolute paths of the folders that files may be put into */
  constructor(folders: readonly string[]) {
    this.#folders = new Set(folders);
  }

  /** The number of files received, with those that were there already. */
  get count(): number {
    return this.#staged.length + this.#present.length;
  }

  /** Creates the folders, and deletes what a restore that was killed has left there. */
  async begin(): Promise<void> {
    for (const folder of this.#folders) {
      await makePrivateFolder(folder);
      for (const name of await readdir(folder)) {
        if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
      }
    }
  }

  async add(target: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const handle = await open(target + PART, "w", PRIVATE_FILE);
    const hash = createHash("sha256");
    try {
      for await (const piece of bytes) {
        hash.update(piece);
        await handle.writeFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await hasChecksum(target, hash.digest("hex")))) {
      this.#staged.push(target);
      return;
    }
    this.#present.push(target);
    await rm(target + PART);
  }

  /**
   * Moves the files to their final paths and flushes the folders to disk.
   * @throws BackupError when a server has removed one of those that were there already
   */
  async keep(): Promise<void> {
    for (const target of this.#present) {
      const isThere = await stat(target).then(
        () => true,
        () => false,
      );
      if (!isThere) throw new BackupError("The server was removing old files. Try again.");
    }
    for (const target of this.#staged) await rename(target + PART, target);
    for (const folder of this.#folders) await syncFolder(folder);
  }

  /** Deletes what has not been kept. */
  async discard(): Promise<void> {
    for (const folder of this.#folders) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
      }
    }
  }
}

/** Whether a file is there with this SHA-256. */
const hasChecksum = async (file: string, checksum: string): Promise<boolean> => {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(file)) hash.update(piece);
  } catch {
    return false;
  }
  return hash.digest("hex") === checksum;
};
