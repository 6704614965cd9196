import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "../db/file-store.ts";

/** The end of the name of a file that a restore has not put in its place yet. */
const PART = ".restore.part";

/** Receives files beside their final paths, so that moving them there takes no room and no time. */
export class StagedFiles {
  readonly #folders: ReadonlySet<string>;
  /** Final paths. */
  readonly #staged: string[] = [];
  #count = 0;

  /** @param folders absolute paths of the folders that files may be put into */
  constructor(folders: readonly string[]) {
    this.#folders = new Set(folders);
  }

  /** The number of files received, with those that were there already. */
  get count(): number {
    return this.#count;
  }

  /** Creates the folders, and deletes what a restore that was killed has left there. */
  async begin(): Promise<void> {
    for (const folder of this.#folders) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
      }
    }
  }

  async add(target: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const handle = await open(target + PART, "w", 0o600);
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
    this.#count += 1;
    if (await hasChecksum(target, hash.digest("hex"))) await rm(target + PART);
    else this.#staged.push(target);
  }

  /** Moves the files to their final paths and flushes the folders to disk. */
  async keep(): Promise<void> {
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
