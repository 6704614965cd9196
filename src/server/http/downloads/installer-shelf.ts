import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { SYSTEMS, type System } from "../../../contract/downloads.ts";

/** An installer of the desktop app that the school has put into its folder. */
export interface InstallerFile {
  name: string;
  path: string;
  system: System;
  version: string;
  size: number;
  /** SHA-256, hex. */
  checksum: string;
}

const WORDS: Record<System, RegExp> = {
  windows: /(^|[^a-z])(windows|win(32|64)?)([^a-z]|$)|\.(exe|msi)$/i,
  macos: /(^|[^a-z])(macos|mac|osx|darwin)([^a-z]|$)|\.(dmg|pkg)$/i,
  linux: /(^|[^a-z])linux([^a-z]|$)|\.(appimage|deb|rpm)$/i,
};

/** System and version as a file's name says them; null for what is no installer. */
const readName = (name: string): { system: System; version: string } | null => {
  const version = /\d+\.\d+\.\d+/.exec(name)?.[0];
  const system = SYSTEMS.find((candidate) => WORDS[candidate].test(name));
  const hidden = name.startsWith(".") || /\.(part|tmp|sha256|asc|sig|txt)$/i.test(name);
  return version && system && !hidden ? { system, version } : null;
};

const byVersion = (a: InstallerFile, b: InstallerFile): number =>
  b.version.localeCompare(a.version, "en", { numeric: true }) || (a.name < b.name ? -1 : 1);

const checksumOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
};

/** The folder with the installers, read anew at each question; a file is hashed once. */
export class InstallerShelf {
  readonly #folder: string;
  readonly #checksums = new Map<string, { stamp: string; checksum: Promise<string> }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The latest installer of each system; none where there is no folder. */
  async latest(): Promise<InstallerFile[]> {
    const all = await this.#all();
    return SYSTEMS.flatMap(
      (system) => all.filter((file) => file.system === system).sort(byVersion)[0] ?? [],
    );
  }

  /** An installer by its name; undefined for every other file, and for what is no name. */
  async named(name: string): Promise<InstallerFile | undefined> {
    return (await this.#all()).find((file) => file.name === name);
  }

  async #all(): Promise<InstallerFile[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    const found = entries
      .filter((entry) => entry.isFile())
      .map(async ({ name }): Promise<InstallerFile | null> => {
        const said = readName(name);
        if (!said) return null;
        const file = path.join(this.#folder, name);
        const { size, mtimeMs } = await stat(file);
        return {
          name,
          path: file,
          ...said,
          size,
          checksum: await this.#checksum(file, `${size} ${mtimeMs}`),
        };
      });
    return (await Promise.all(found)).filter((file) => file !== null);
  }

  #checksum(file: string, stamp: string): Promise<string> {
    const known = this.#checksums.get(file);
    if (known?.stamp === stamp) return known.checksum;
    const checksum = checksumOf(file);
    this.#checksums.set(file, { stamp, checksum });
    checksum.catch(() => this.#checksums.delete(file));
    return checksum;
  }
}
