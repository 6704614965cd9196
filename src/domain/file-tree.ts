import type { CachedFile, FileTree } from "../contract/local-content.ts";
import type { TreeFile } from "../contract/local-files.ts";
import { fileNameKey } from "../lib/file-name-key.ts";
import { isTreeName } from "./file-names.ts";

/**
 * Partitions the names of a tree into safe and unsafe ones. A name is unsafe if it can leave its
 * folder, or differs from an earlier one only in case or in Unicode normalisation.
 */
const partitionSafeNames = (names: Iterable<string>): { safe: string[]; unsafe: string[] } => {
  const safe: string[] = [];
  const unsafe: string[] = [];
  const seen = new Set<string>();
  for (const name of names) {
    const key = fileNameKey(name);
    const isSafe = isTreeName(name) && !seen.has(key);
    if (isSafe) seen.add(key);
    (isSafe ? safe : unsafe).push(name);
  }
  return { safe, unsafe };
};

/** SHA-256 of an empty file, which is not downloaded. */
export const EMPTY_CHECKSUM = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** The name and the language under which the tree lists a file. */
interface TreePlace {
  readonly name: string;
  readonly language: string;
}

/** The files that the server lists, by language, then by name. Only requested languages. */
export type Manifest = ReadonlyMap<string, ReadonlyMap<string, TreeFile>>;

/** A file to download, once for all places that have the same bytes. */
export interface WantedFile extends TreePlace {
  readonly checksum: string;
  /** Bytes; null if the server does not tell. */
  readonly size: number | null;
  /** Its name in `files/`. */
  readonly filename: string;
  readonly places: readonly TreePlace[];
}

/**
 * Creates the manifest from the server's lists.
 * @param lists by language, then by name
 * @param wholeFilms whether to take films themselves in place of their smaller forms
 * @returns the manifest, and the names that were left out because they are not safe
 */
export const manifestOf = (
  lists: ReadonlyMap<string, Readonly<Record<string, TreeFile>>>,
  wholeFilms = false,
): { manifest: Manifest; refused: string[] } => {
  const refused = new Set<string>();
  const manifest = new Map<string, Map<string, TreeFile>>();
  for (const [language, metas] of lists) {
    const names = partitionSafeNames(Object.keys(metas));
    for (const name of names.unsafe) refused.add(name);
    const files = names.safe.map((name): [string, TreeFile] => {
      const file = metas[name] as TreeFile;
      return [name, (wholeFilms && file.whole) || file];
    });
    manifest.set(language, new Map(files));
  }
  return { manifest, refused: [...refused] };
};

/** The entry at a place; null if there is none. */
const entryAt = (tree: FileTree, { name, language }: TreePlace): CachedFile | null => {
  const languages = Object.hasOwn(tree, name) ? tree[name] : undefined;
  return (languages && Object.hasOwn(languages, language) && languages[language]) || null;
};

/** Iterates over the entries of a tree with their places. */
export function* entriesOf(tree: FileTree): Generator<[CachedFile, TreePlace]> {
  for (const [name, languages] of Object.entries(tree)) {
    for (const [language, entry] of Object.entries(languages)) yield [entry, { name, language }];
  }
}

const put = (tree: FileTree, { name, language }: TreePlace, entry: CachedFile) => {
  const languages = Object.hasOwn(tree, name) ? tree[name] : undefined;
  if (languages) languages[language] = entry;
  else tree[name] = { [language]: entry };
};

/** Creates a tree without a prototype, because `constructor` is a valid file name. */
export const emptyTree = (): FileTree => Object.create(null);

interface MergedTree {
  readonly tree: FileTree;
  /**
   * Places of stored files that the server does not list any more. They stay until `removeEntries`.
   */
  readonly gone: readonly TreePlace[];
}

/**
 * Merges the server's manifest into the tree of this machine.
 * - Bytes that are stored under another name are reused.
 * - A file that has changed keeps its entry until the new bytes are stored.
 * - Languages that were not requested stay unchanged.
 * @param filenameOf the name in `files/` for a checksum
 */
export const mergeTree = (
  before: FileTree,
  manifest: Manifest,
  filenameOf: (checksum: string) => string,
): MergedTree => {
  const tree = emptyTree();
  const gone: TreePlace[] = [];
  const here = new Map<string, CachedFile>();
  for (const [entry] of entriesOf(before)) if (entry.present) here.set(entry.checksum, entry);

  for (const [entry, place] of entriesOf(before)) {
    const listed = manifest.get(place.language);
    if (!listed) put(tree, place, entry);
    else if (!listed.has(place.name) && entry.present) {
      put(tree, place, { ...entry, synced: false });
      gone.push(place);
    }
  }
  for (const [language, files] of manifest) {
    for (const [name, { checksum, size }] of files) {
      const place = { name, language };
      const old = entryAt(before, place);
      const same = here.get(checksum);
      if (same) put(tree, place, { ...same, synced: true });
      else if (old?.present) put(tree, place, { ...old, synced: false });
      else {
        const filename = old?.checksum === checksum ? old.filename : filenameOf(checksum);
        put(tree, place, { filename, checksum, size: size ?? 0, present: false, synced: false });
      }
    }
  }
  return { tree, gone };
};

/**
 * The files that are still to be downloaded, in the order of the manifest.
 * @param isLeftOut whether a name is not wanted on this machine
 */
export const wantedFiles = (
  tree: FileTree,
  manifest: Manifest,
  filenameOf: (checksum: string) => string,
  isLeftOut: (name: string) => boolean,
): WantedFile[] => {
  const wanted = new Map<string, WantedFile & { places: TreePlace[] }>();
  for (const [language, files] of manifest) {
    for (const [name, { checksum, size }] of files) {
      const place = { name, language };
      const entry = entryAt(tree, place);
      if (entry?.present && entry.checksum === checksum) continue;
      // Empty files are not downloaded.
      if (size === 0 || isLeftOut(name)) continue;
      const same = wanted.get(checksum);
      if (same) same.places.push(place);
      else {
        const filename = entry?.checksum === checksum ? entry.filename : filenameOf(checksum);
        wanted.set(checksum, { ...place, checksum, size, filename, places: [place] });
      }
    }
  }
  return [...wanted.values()];
};

/** Marks a file as stored and verified. */
export const markSaved = (tree: FileTree, file: WantedFile, size: number): void => {
  const { filename, checksum } = file;
  for (const place of file.places) {
    put(tree, place, { filename, checksum, size, present: true, synced: true });
  }
};

/** Marks files as missing or damaged. @param filenames their names in `files/` */
export const markAbsent = (tree: FileTree, filenames: ReadonlySet<string>): void => {
  for (const [entry] of entriesOf(tree)) {
    if (!filenames.has(entry.filename)) continue;
    entry.present = false;
    entry.synced = false;
  }
};

export const removeEntries = (tree: FileTree, places: readonly TreePlace[]): void => {
  for (const { name, language } of places) {
    const languages = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (!languages) continue;
    delete languages[language];
    if (Object.keys(languages).length === 0) delete tree[name];
  }
};

/** The stored files: sizes in bytes by their name in `files/`. */
export const presentFiles = (tree: FileTree): Map<string, number> => {
  const files = new Map<string, number>();
  for (const [entry] of entriesOf(tree)) if (entry.present) files.set(entry.filename, entry.size);
  return files;
};

/** What is deleted from the disk when entries are removed from the tree. */
export interface Removal {
  readonly files: number;
  readonly bytes: number;
}

/** The largest share of the stored files that is deleted without a confirmation. */
const MAX_UNCONFIRMED_SHARE = 0.1;

/**
 * What the removal of entries would delete: the files that no other entry refers to.
 * @param gone places that the server does not list any more
 */
export const removalOf = (tree: FileTree, gone: readonly TreePlace[]): Removal => {
  if (gone.length === 0) return { files: 0, bytes: 0 };
  const leaving = new Set(gone.map(({ name, language }) => `${language}/${name}`));
  const files = presentFiles(tree);
  for (const [{ filename }, { name, language }] of entriesOf(tree)) {
    if (!leaving.has(`${language}/${name}`)) files.delete(filename);
  }
  return { files: files.size, bytes: [...files.values()].reduce((sum, size) => sum + size, 0) };
};

/** Whether a person has to confirm a removal: a server's mistake must not delete all content. */
export const needsConfirmation = (tree: FileTree, { files }: Removal): boolean =>
  files > presentFiles(tree).size * MAX_UNCONFIRMED_SHARE;
