import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Background } from "../../background.ts";
import { createByteCache } from "../../byte-cache.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../../store/private-files.ts";
import { BuildArchive, type BuildFiles } from "./build-archive.ts";
import { DIFFERENCE_ENCODINGS, type DifferenceEncoding, slotOf } from "./dictionaries.ts";
import { differenceOf } from "./difference.ts";

/** No file of the app is as large; compressing one takes seconds. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** The pause after a failure, such as a full disk. */
const RETRY_MS = 60_000;

interface Kept {
  readonly bytes: Buffer;
  readonly weight: number;
}

export interface Difference {
  readonly encoding: DifferenceEncoding;
  readonly bytes: Buffer;
}

/** The older versions of each file of the present build, from the newest on, without repetition. */
const pairsOf = ([present = {}, ...older]: readonly BuildFiles[]): [string, string][] => {
  const pairs = new Map<string, [string, string]>();
  for (const build of older) {
    const bySlot = new Map(Object.entries(build).map(([name, hash]) => [slotOf(name), hash]));
    for (const [name, hash] of Object.entries(present)) {
      const old = bySlot.get(slotOf(name));
      if (old !== undefined && old !== hash) pairs.set(`${hash}-${old}`, [hash, old]);
    }
  }
  return [...pairs.values()];
};

/**
 * The differences between the present build of the web app and earlier ones. They are prepared in
 * the background, one at a time in the thread pool, and stored on the disk. No request waits for
 * one.
 */
export class Differences {
  readonly #archive: BuildArchive;
  readonly #folder: string;
  readonly #background: Background;
  readonly #clock: () => number;
  readonly #kept = createByteCache<Kept>(MAX_KEPT_BYTES);
  /** The sizes of the prepared ones, by name. */
  #sizes = new Map<string, number>();
  /** The page of the build for which they are prepared. */
  #prepared: string | null = null;
  /** The page of the build that was served last. */
  #wanted: string | null = null;
  #preparing = false;
  /** When a failed preparation may be tried again, by the clock. */
  #retryFrom = 0;

  /**
   * @param folder where they and the files of the builds are kept
   * @param webDir the present build
   * @param clock in milliseconds; never goes back
   */
  constructor(
    folder: string,
    webDir: string,
    background: Background,
    clock: () => number = () => performance.now(),
  ) {
    this.#archive = new BuildArchive(folder, webDir);
    this.#folder = path.join(folder, "differences");
    this.#background = background;
    this.#clock = clock;
    // A school that has served a build before prepares at its start, before the first request.
    if (existsSync(folder)) this.prepare("");
  }

  /**
   * Prepares the differences to this build in the background, if they are missing. After a failure,
   * the first call after a minute tries again.
   * @param page identifies the build
   */
  prepare(page: string): void {
    this.#wanted = page;
    if (this.#preparing || this.#prepared === page || this.#clock() < this.#retryFrom) return;
    this.#preparing = true;
    this.#background.run("Preparing differences between builds", async () => {
      try {
        // Another build may take the place of this one meanwhile.
        while (this.#prepared !== this.#wanted && !this.#background.isEnding) {
          this.#prepared = this.#wanted;
          await this.#prepare();
        }
      } catch (reason) {
        this.#prepared = null;
        this.#retryFrom = this.#clock() + RETRY_MS;
        throw reason;
      } finally {
        this.#preparing = false;
      }
    });
  }

  /**
   * The smallest difference between two versions of a file.
   * @param hash the SHA-256 of the file, hex
   * @param dictionary the SHA-256 of the version that the browser has, hex
   * @returns null if there is none, or if it would not be worth it
   */
  async find(
    hash: string,
    dictionary: string,
    accepted: readonly DifferenceEncoding[],
  ): Promise<Difference | null> {
    const [best] = accepted
      .map((encoding) => ({ encoding, name: `${hash}-${dictionary}.${encoding}` }))
      .map((each) => ({ ...each, size: this.#sizes.get(each.name) ?? 0 }))
      .filter(({ size }) => size > 0)
      .sort((a, b) => a.size - b.size);
    if (!best) return null;
    const { encoding, name, size } = best;
    const known = this.#kept.get(name);
    const bytes = known?.bytes ?? (await readFile(path.join(this.#folder, name)).catch(() => null));
    // The folder may have been deleted, or its disk may have been full.
    if (bytes?.length !== size) return null;
    this.#kept.set(name, { bytes, weight: size });
    return { encoding, bytes };
  }

  async #prepare(): Promise<void> {
    const builds = await this.#archive.update();
    await makePrivateFolder(this.#folder);
    const wanted = new Map(
      pairsOf(builds).flatMap(([hash, old]) =>
        DIFFERENCE_ENCODINGS.map((encoding) => [
          `${hash}-${old}.${encoding}`,
          { hash, old, encoding },
        ]),
      ),
    );
    const there = new Map<string, number>();
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      const isWanted = wanted.has(name);
      if (isWanted) there.set(name, (await stat(file)).size);
      else if (!name.endsWith(".part")) await rm(file, { force: true });
    }
    this.#sizes = there;
    for (const [name, { hash, old, encoding }] of wanted) {
      if (this.#background.isEnding) return;
      if (!there.has(name)) there.set(name, await this.#make(name, hash, old, encoding));
    }
  }

  /** @returns the size in bytes; 0 when the difference is not worth it */
  async #make(
    name: string,
    hash: string,
    old: string,
    encoding: DifferenceEncoding,
  ): Promise<number> {
    const [bytes, dictionary] = [await this.#archive.read(hash), await this.#archive.read(old)];
    if (!bytes || !dictionary || Math.max(bytes.length, dictionary.length) > MAX_BYTES) return 0;
    const difference = await differenceOf(encoding, bytes, dictionary);
    // Scripts with numbers for names may be of unlike content; the build compresses to a third.
    const made = difference.length < bytes.length / 5 ? difference : Buffer.alloc(0);
    const file = path.join(this.#folder, name);
    await writeFile(`${file}.part`, made, { mode: PRIVATE_FILE });
    await rename(`${file}.part`, file);
    return made.length;
  }
}
