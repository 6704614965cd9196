import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { SYSTEMS, type System } from "../../../contract/downloads.ts";
import type { AppNews } from "../../../contract/releases.ts";
import { compareVersions } from "../../../domain/version.ts";
import { cutText } from "../../../lib/cut-text.ts";
import { etagOf } from "../../representation.ts";
import { fileChecksum } from "../../store/file-checksum.ts";

/** A file of the desktop app in the school's downloads folder. */
export interface ReleaseFile {
  name: string;
  path: string;
  version: string;
  size: number;
  /** SHA-256, hex. */
  checksum: string;
  /** The signature line that `release sign` has written beside it; empty if there is none. */
  signature: string;
}

/** An installer for one operating system. */
export interface InstallerFile extends ReleaseFile {
  system: System;
}

const WORDS: Record<System, RegExp> = {
  windows: /(^|[^a-z])(windows|win(32|64)?)([^a-z]|$)|\.(exe|msi)$/i,
  macos: /(^|[^a-z])(macos|mac|osx|darwin)([^a-z]|$)|\.(dmg|pkg)$/i,
  linux: /(^|[^a-z])linux([^a-z]|$)|\.(appimage|deb|rpm)$/i,
};

const VERSION = /\d{1,6}\.\d{1,6}\.\d{1,6}/;
/** The app's resources without the program. Installed apps update to these. */
const RESOURCES = /\.neu$/i;
export const SIGNATURE_EXTENSION = ".sig";
/** A signature file is a few hundred characters long. */
const MAX_SIGNATURE_BYTES = 8192;

/** The kind and version in a file name; null for a file that belongs to no release. */
export const parseReleaseName = (
  name: string,
): { system: System | "resources"; version: string } | null => {
  const version = VERSION.exec(name)?.[0];
  const hidden = name.startsWith(".") || /\.(part|tmp|sha256|asc|sig|txt|md)$/i.test(name);
  if (!version || hidden) return null;
  if (RESOURCES.test(name)) return { system: "resources", version };
  const system = SYSTEMS.find((candidate) => WORDS[candidate].test(name));
  return system ? { system, version } : null;
};

const byVersion = (a: ReleaseFile, b: ReleaseFile): number =>
  compareVersions(b.version, a.version) || (a.name < b.name ? -1 : 1);

/** The signature line beside a file; empty if it is missing or invalid. */
const signatureOf = async (file: string): Promise<string> => {
  const text = await readFile(file + SIGNATURE_EXTENSION, "utf8").catch(() => "");
  const line = text.trim();
  return text.length <= MAX_SIGNATURE_BYTES && /^[\w-]+\.[\w-]+$/.test(line) ? line : "";
};

type Found = ReleaseFile & { system: System | "resources" };

/** One installer for each operating system. @param packages as `InstallerFolder` lists them */
export const latestOf = (packages: readonly InstallerFile[]): InstallerFile[] =>
  SYSTEMS.flatMap((system) => packages.find((file) => file.system === system) ?? []);

/** The folder with the installers. Each call reads it again; each file is hashed once. */
export class InstallerFolder {
  readonly #folder: string;
  readonly #checksums = new Map<string, { stamp: string; checksum: Promise<string> }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * All packages of the latest version of each operating system, by name; none when the folder is
   * missing.
   */
  async packages(): Promise<InstallerFile[]> {
    const all = await this.#found(await this.#names());
    return SYSTEMS.flatMap((system) => {
      const own = all.filter((file): file is InstallerFile => file.system === system);
      const [latest] = own.sort(byVersion);
      return own.filter(({ version }) => version === latest?.version);
    });
  }

  /**
   * The latest version for an app that the school keeps up to date, with its signed resources; null
   * if the folder has none. Apps for use without a school get no update notices.
   */
  async release(): Promise<{ version: string; resources: ReleaseFile[] } | null> {
    const names = (await this.#names()).filter((name) => !/offline/i.test(name));
    const versions = names.flatMap((name) => parseReleaseName(name)?.version ?? []);
    const [version] = versions.toSorted((a, b) => compareVersions(b, a));
    if (version === undefined) return null;
    // Hashes the resources only, because the installers are large and not needed here.
    const own = names.filter((name) => {
      const parsed = parseReleaseName(name);
      return parsed?.system === "resources" && parsed.version === version;
    });
    const found = (await this.#found(own)).filter(({ signature }) => signature !== "");
    return { version, resources: found.sort(byVersion) };
  }

  async hasInstallers(): Promise<boolean> {
    const kinds = (await this.#names()).map((name) => parseReleaseName(name)?.system);
    return SYSTEMS.some((system) => kinds.includes(system));
  }

  /** The release notes of a version, by language; empty if the school has written none. */
  async notes(version: string): Promise<Record<string, string>> {
    const names = (await this.#names()).filter((name) => notesVersion(name) === version);
    return readReleaseNotes(this.#folder, names);
  }

  /** A file by its name; undefined for any other file and for an unsafe name. */
  async named(name: string): Promise<Found | undefined> {
    return (await this.#found((await this.#names()).filter((each) => each === name)))[0];
  }

  async #names(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async #found(names: readonly string[]): Promise<Found[]> {
    const found = names.map(async (name): Promise<Found | null> => {
      const parsed = parseReleaseName(name);
      if (!parsed) return null;
      const file = path.join(this.#folder, name);
      const facts = await stat(file).catch(() => null);
      // The file was deleted meanwhile.
      if (!facts) return null;
      const { size, mtimeMs } = facts;
      return {
        name,
        path: file,
        ...parsed,
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
    const checksum = fileChecksum(file);
    this.#checksums.set(file, { stamp, checksum });
    checksum.catch(() => this.#checksums.delete(file));
    return checksum;
  }
}

/** `notes-1.2.0.de.md`; a name without a language holds the English text. */
const NAME = /^notes-(\d{1,6}\.\d{1,6}\.\d{1,6})(?:\.([a-z]{2}))?\.(?:md|txt)$/i;

/** Limits the length, because the notes are part of an answer that every app requests. */
const MAX_CHARACTERS = 4000;

/** The version in the name of a release-notes file; null for any other file. */
export const notesVersion = (name: string): string | null => NAME.exec(name)?.[1] ?? null;

/** Reads release notes. @returns the texts by language, without those that cannot be read */
export const readReleaseNotes = async (
  folder: string,
  names: readonly string[],
): Promise<Record<string, string>> => {
  const read = names.toSorted().map(async (name): Promise<[string, string]> => {
    const text = await readFile(path.join(folder, name), "utf8").catch(() => "");
    const language = NAME.exec(name)?.[2]?.toLowerCase() ?? "en";
    return [language, cutText(text.replaceAll("\r\n", "\n").trim(), MAX_CHARACTERS)];
  });
  return Object.fromEntries((await Promise.all(read)).filter(([, text]) => text !== ""));
};

/**
 * The latest release in the installer folder, for apps that check for updates.
 * @returns null when the school offers no app
 */
export const readAppNews = async (installers: InstallerFolder): Promise<AppNews | null> => {
  const release = await installers.release();
  if (!release) return null;
  const news = {
    version: release.version,
    notes: await installers.notes(release.version),
    packages: release.resources.map(({ name, signature }) => ({
      url: `/downloads/${encodeURIComponent(name)}`,
      signed: signature,
    })),
  };
  return { tag: etagOf(JSON.stringify(news)), ...news };
};
