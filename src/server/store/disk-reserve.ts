import { stat, statfs } from "node:fs/promises";
import { type Environment, uploadsDirOf } from "../school/settings/environment.ts";
import { makePrivateFolder } from "./private-files.ts";

/**
 * Reserves room for what long work writes into the folder of what people send, and makes that folder. The reserve of
 * the disks stays free.
 * @returns gives it back; call it when the work has ended
 * @throws an error with the code `ENOSPC` when there is not enough room
 */
export const reserveRoom = async (
  environment: Pick<Environment, "dataDir" | "uploadsDir" | "uploadsReserve">,
  bytes: number,
): Promise<() => void> => {
  const folder = uploadsDirOf(environment);
  await makePrivateFolder(folder);
  const { dataDir, uploadsReserve } = environment;
  const reserve = await DiskReserve.of({ folder, dataDir }, uploadsReserve);
  return reserve.hold(bytes);
};

/** Has the system's code for a full disk, so that both are handled alike. */
class ReserveError extends Error {
  readonly code = "ENOSPC";
}

/**
 * Reserves disk space for the database, so that people can still sign in and study when uploads are
 * refused.
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #dataDir: string | null;
  #percent: number;
  /** The bytes that uploads in progress may need. */
  #held = 0;

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

  /** Changes the part of the disks that stays free. */
  setPercent(percent: number): void {
    this.#percent = percent;
  }

  /**
   * Holds space for a file.
   * @returns gives it back; call it when the file is written or abandoned
   * @throws an error with the code `ENOSPC` when only the reserve is left
   */
  async hold(bytes: number): Promise<() => void> {
    this.#held += bytes;
    const release = () => {
      this.#held -= bytes;
    };
    try {
      await this.#assertFree(this.#folder, this.#held);
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
