import { stat, statfs } from "node:fs/promises";

/** The system's code for a full disk, which the reserve uses too. */
class ReserveError extends Error {
  readonly code = "ENOSPC";
}

/**
 * The part of the disks that is kept for the database: people sign in and study on while uploads are
 * already refused.
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #dataDir: string | null;
  readonly #percent: number;
  /** What files may need that are being received. */
  #claimed = 0;

  private constructor(folder: string, dataDir: string | null, percent: number) {
    this.#folder = folder;
    this.#dataDir = dataDir;
    this.#percent = percent;
  }

  /** The reserve on the disk of the uploads, and on that of the database if it is another one. */
  static async of(
    { folder, dataDir }: { folder: string; dataDir: string },
    percent: number,
  ): Promise<DiskReserve> {
    const isShared = (await stat(folder)).dev === (await stat(dataDir)).dev;
    return new DiskReserve(folder, isShared ? null : dataDir, percent);
  }

  /**
   * Claims space for a file.
   * @returns ends the claim, once the file is written or given up
   * @throws an error with the code `ENOSPC` when only the reserve is left
   */
  async claim(bytes: number): Promise<() => void> {
    this.#claimed += bytes;
    const release = () => {
      this.#claimed -= bytes;
    };
    try {
      await this.#assertFree(this.#folder, this.#claimed);
      // Each upload is a row of the database, too.
      if (this.#dataDir !== null) await this.#assertFree(this.#dataDir, 0);
    } catch (reason) {
      release();
      throw reason;
    }
    return release;
  }

  async #assertFree(folder: string, needed: number): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems have no size of their own.
    if (blocks === 0) return;
    const kept = (blocks * bsize * this.#percent) / 100;
    if (bavail * bsize - needed < kept) {
      throw new ReserveError(`The disk of ${folder} has only its reserve left`);
    }
  }
}
