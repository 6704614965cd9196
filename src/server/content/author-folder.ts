import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isJunkFile } from "../../lib/is-junk-file.ts";
import { normalize } from "../normalize.ts";
import { markOf, type Report } from "./problem-list.ts";

/**
 * An author's folder. Its methods report invalid contents and never throw for them. Paths
 * are relative, joined by `/`, and compared in NFC, because a Mac's disk may store `é` as two
 * characters. Files of the operating system are left out.
 */
export interface AuthorFolder {
  /** The absolute path of a file of the content. From then on the file counts as used. */
  locate(path: string): string;
  /**
   * Reads a whole UTF-8 text file. Returns null, and reports it, when the file is missing or cannot
   * be read.
   * @param absent called when the file is missing
   */
  text(path: string, report: Report, absent?: () => void): Promise<string | null>;
  bytes(path: string): Promise<Buffer | null>;
  /** What is known of a file's bytes without reading it; undefined: nothing. */
  known(path: string): KnownFile | undefined;
  /** The files below a directory, relative to it, sorted, in NFC. */
  names(directory: string): Promise<string[]>;
}

/** A folder on disk, which knows all of its files. */
export interface ListedFolder extends AuthorFolder {
  /** The files that have been used, sorted, in NFC. */
  used(): string[];
  /** The files that have not been used, sorted, in NFC; and the folders with files that have been. */
  unused(): { files: string[]; usedFolders: ReadonlySet<string> };
  /** Links, and other entries that are neither files nor folders, unless they have been used. */
  unusedLinks(): string[];
  /** Files with the same name in two forms of Unicode, as they are on the disk. */
  readonly twins: readonly (readonly [string, string])[];
  readonly unreadable: readonly string[];
}

/** SHA-256 of the bytes, lower-case hex, and their number. */
export interface KnownFile {
  readonly checksum: string;
  readonly size: number;
}

/** Files of a folder that are not laid out on the disk. */
export interface StoredTexts {
  /** Relative, joined by `/`. */
  readonly paths: ReadonlySet<string>;
  read(path: string): Promise<Buffer>;
}

interface Listing {
  /** Paths on the disk, by path in NFC. */
  readonly files: Map<string, string>;
  readonly links: string[];
  readonly twins: [string, string][];
  readonly unreadable: string[];
}

/** Lists what is below a directory. Does not follow links. */
const list = async (top: string, directory: string, found: Listing): Promise<void> => {
  const entries = await readdir(join(top, directory), { withFileTypes: true }).catch(() => null);
  if (entries === null) found.unreadable.push(directory);
  // The disk gives them in any order.
  entries?.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries ?? []) {
    if (isJunkFile(entry.name)) continue;
    const path = directory ? `${directory}/${entry.name}` : entry.name;
    const name = normalize(path);
    const other = found.files.get(name);
    if (entry.isDirectory()) await list(top, path, found);
    else if (!entry.isFile()) found.links.push(path);
    else if (other !== undefined) found.twins.push([other, path]);
    else found.files.set(name, path);
  }
};

/** `a` and `a/b` of `a/b/c`. */
const foldersOf = (path: string): string[] =>
  path.split("/").map((_, depth, segments) => segments.slice(0, depth).join("/"));

const below = (names: Iterable<string>, directory: string): string[] =>
  [...names]
    .filter((name) => name.startsWith(`${directory}/`))
    .map((name) => name.slice(directory.length + 1))
    .sort();

/** Lists files that are on no disk beside those that are. */
const listStored = (paths: Iterable<string>, { files, twins }: Listing): void => {
  for (const path of paths) {
    if (isJunkFile(path)) continue;
    const name = normalize(path);
    const other = files.get(name);
    if (other === undefined) files.set(name, path);
    else twins.push([other, path]);
  }
};

/**
 * @param known what is known of its files, by their paths
 * @param stored texts of the folder that are not on the disk
 * @returns null when there is no such folder
 */
export const openAuthorFolder = async (
  root: string,
  known: ReadonlyMap<string, KnownFile> = new Map(),
  stored?: StoredTexts,
): Promise<ListedFolder | null> => {
  const top = resolve(root);
  const found = await stat(top).catch(() => null);
  if (!found?.isDirectory()) return null;

  const listing: Listing = { files: new Map(), links: [], twins: [], unreadable: [] };
  await list(top, "", listing);
  listStored(stored?.paths ?? [], listing);
  const { files, links, twins, unreadable } = listing;
  const used = new Set<string>();

  const nameOnDisk = (path: string): string => {
    const name = normalize(path);
    used.add(name);
    return files.get(name) ?? path;
  };
  const locate = (path: string): string => join(top, nameOnDisk(path));
  const bytes = (path: string): Promise<Buffer | null> => {
    const name = nameOnDisk(path);
    const reading = stored?.paths.has(name) ? stored.read(name) : readFile(join(top, name));
    return reading.catch(() => null);
  };
  const isFile = async (path: string): Promise<boolean | null> => {
    const name = nameOnDisk(path);
    if (stored?.paths.has(name)) return true;
    const there = await stat(join(top, name)).catch(() => null);
    return there?.isFile() ?? null;
  };

  return {
    locate,
    bytes,
    known: (path) => known.get(files.get(normalize(path)) ?? path),
    text: async (path, report, absent) => {
      const there = await isFile(path);
      if (there === null) {
        absent?.();
        return null;
      }
      const content = there ? await bytes(path) : null;
      if (content === null) {
        report(1, "This cannot be read as a file.", markOf("file/wrong", path));
        return null;
      }
      return decodeFile(content, path, report);
    },
    names: async (directory) => {
      const names = below(files.keys(), directory);
      // A missing directory counts as empty: each reference to a file in it is reported.
      if (names.length > 0 || !links.some((link) => `${directory}/`.startsWith(`${link}/`))) {
        return names;
      }
      // The folder, or its product's, is a link to one elsewhere, which may lack this folder.
      await list(top, directory, { ...listing, unreadable: [] });
      return below(files.keys(), directory);
    },
    used: () => [...used].filter((name) => files.has(name)).sort(),
    unused: () => ({
      files: [...files.keys()].filter((name) => !used.has(name)).sort(),
      usedFolders: new Set([...used].flatMap(foldersOf)),
    }),
    unusedLinks: () =>
      links
        .map((link) => normalize(link))
        .filter((link) => ![...used].some((name) => `${name}/`.startsWith(`${link}/`)))
        .sort(),
    twins,
    unreadable,
  };
};

/** Decodes a file; null, and reported with its line, if it is not in UTF-8. */
export const decodeFile = (content: Buffer, name: string, report: Report): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    const before = content.toString("utf8").split("\uFFFD", 1)[0] ?? "";
    const message = "This file is not in UTF-8: save it with that encoding.";
    report(before.split("\n").length, message, markOf("file/wrong", name));
    return null;
  }
};
