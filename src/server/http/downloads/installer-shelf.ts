import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { SYSTEMS, type System } from "../../../contract/downloads.ts";
import { compareVersions } from "../../../domain/version.ts";
import { notesVersion, readNotes } from "./release-notes.ts";

/** A file of the desktop app that the school has put into its folder. */
export interface ShelfFile {
  name: string;
  path: string;
  version: string;
  size: number;
  /** SHA-256, hex. */
  checksum: string;
  /** The line that `release sign` has written beside it; empty where there is none. */
  signature: string;
}

/** An installer for one system. */
export interface InstallerFile extends ShelfFile {
  system: System;
}

const WORDS: Record<System, RegExp> = {
  windows: /(^|[^a-z])(windows|win(32|64)?)([^a-z]|$)|\.(exe|msi)$/i,
  macos: /(^|[^a-z])(macos|mac|osx|darwin)([^a-z]|$)|\.(dmg|pkg)$/i,
  linux: /(^|[^a-z])linux([^a-z]|$)|\.(appimage|deb|rpm)$/i,
};

const VERSION = /\d{1,6}\.\d{1,6}\.\d{1,6}/;
/** The app itself without a program, which an app that is installed already updates to. */
const RESOURCES = /\.neu$/i;
export const SIGNATURE_ENDING = ".sig";
/** A signed release is a few hundred characters. */
const MOST_SIGNATURE_BYTES = 8192;

/** Kind and version as a file's name says them; null for what is no part of a release. */
export const readShelfName = (
  name: string,
): { system: System | "resources"; version: string } | null => {
  const version = VERSION.exec(name)?.[0];
  const hidden = name.startsWith(".") || /\.(part|tmp|sha256|asc|sig|txt|md)$/i.test(name);
  if (!version || hidden) return null;
  if (RESOURCES.test(name)) return { system: "resources", version };
  const system = SYSTEMS.find((candidate) => WORDS[candidate].test(name));
  return system ? { system, version } : null;
};

const byVersion = (a: ShelfFile, b: ShelfFile): number =>
  compareVersions(b.version, a.version) || (a.name < b.name ? -1 : 1);

const checksumOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
};

/** The line beside a file; empty where there is none, or something else. */
const signatureOf = async (file: string): Promise<string> => {
  const text = await readFile(file + SIGNATURE_ENDING, "utf8").catch(() => "");
  const line = text.trim();
  return text.length <= MOST_SIGNATURE_BYTES && /^[\w-]+\.[\w-]+$/.test(line) ? line : "";
};

type Found = ShelfFile & { system: System | "resources" };

/** The folder with the installers, read anew at each question; a file is hashed once. */
export class InstallerShelf {
  readonly #folder: string;
  readonly #checksums = new Map<string, { stamp: string; checksum: Promise<string> }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The latest installer of each system; none where there is no folder. */
  async latest(): Promise<InstallerFile[]> {
    const all = await this.packages();
    return SYSTEMS.flatMap((system) => all.find((file) => file.system === system) ?? []);
  }

  /** Every package of the latest version of each system, by name. */
  async packages(): Promise<InstallerFile[]> {
    const all = await this.#found(await this.#names());
    return SYSTEMS.flatMap((system) => {
      const own = all.filter((file): file is InstallerFile => file.system === system);
      const [latest] = own.sort(byVersion);
      return own.filter(({ version }) => version === latest?.version);
    });
  }

  /**
   * The latest version for an app that is kept up to date by the school, with the resources that were
   * signed for it; null where the folder has none. An app for use without a school gets no news.
   */
  async release(): Promise<{ version: string; resources: ShelfFile[] } | null> {
    const names = (await this.#names()).filter((name) => !/offline/i.test(name));
    const versions = names.flatMap((name) => readShelfName(name)?.version ?? []);
    const [version] = versions.toSorted((a, b) => compareVersions(b, a));
    if (version === undefined) return null;
    // Only these are hashed: the installers are large, and nobody has asked for them.
    const own = names.filter((name) => {
      const said = readShelfName(name);
      return said?.system === "resources" && said.version === version;
    });
    const found = (await this.#found(own)).filter(({ signature }) => signature !== "");
    return { version, resources: found.sort(byVersion) };
  }

  /** What is new in a version, by language; empty where the school has written nothing. */
  async notes(version: string): Promise<Record<string, string>> {
    const names = (await this.#names()).filter((name) => notesVersion(name) === version);
    return readNotes(this.#folder, names);
  }

  /** A file by its name; undefined for every other, and for what is no name. */
  async named(name: string): Promise<Found | undefined> {
    return (await this.#found((await this.#names()).filter((each) => each === name)))[0];
  }

  async #names(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async #found(names: readonly string[]): Promise<Found[]> {
    const found = names.map(async (name): Promise<Found | null> => {
      const said = readShelfName(name);
      if (!said) return null;
      const file = path.join(this.#folder, name);
      const facts = await stat(file).catch(() => null);
      // It has been taken away meanwhile.
      if (!facts) return null;
      const { size, mtimeMs } = facts;
      return {
        name,
        path: file,
        ...said,
        size,
        checksum: await this.#checksum(file, `${size} ${mtimeMs}`),
        signature: await signatureOf(file),
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
