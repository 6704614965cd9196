import type { CachedFile, FileTree } from "../contract/local-content.ts";
import type { TreeFile } from "../contract/local-files.ts";
import { partitionSafeNames } from "./partition-safe-names.ts";

/** Where a file stands in the tree. */
export interface TreePlace {
  readonly name: string;
  readonly language: string;
}

/** What the server names: by language, then by name. Only languages that it was asked for. */
export type Manifest = ReadonlyMap<string, ReadonlyMap<string, TreeFile>>;

/** A file that is to be fetched, once for all the places that it has in the tree. */
export interface WantedFile extends TreePlace {
  readonly checksum: string;
  /** Null where the server does not say. */
  readonly size: number | null;
  /** Under which it will lie in `files/`. */
  readonly filename: string;
  readonly places: readonly TreePlace[];
}

/** The server's lists without the names that may not be used. */
export const manifestOf = (
  lists: ReadonlyMap<string, Readonly<Record<string, TreeFile>>>,
): { manifest: Manifest; refused: string[] } => {
  const refused = new Set<string>();
  const manifest = new Map<string, Map<string, TreeFile>>();
  for (const [language, metas] of lists) {
    const names = partitionSafeNames(Object.keys(metas));
    for (const name of names.refused) refused.add(name);
    const files = names.sound.map((name): [string, TreeFile] => [name, metas[name] as TreeFile]);
    manifest.set(language, new Map(files));
  }
  return { manifest, refused: [...refused] };
};

export const entryAt = (tree: FileTree, { name, language }: TreePlace): CachedFile | null => {
  const languages = Object.hasOwn(tree, name) ? tree[name] : undefined;
  return (languages && Object.hasOwn(languages, language) && languages[language]) || null;
};

/** Every entry of a tree with its place. */
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

/** A tree whose names are nothing but names: `constructor` too is one. */
export const emptyTree = (): FileTree => Object.create(null);

export interface MergedTree {
  readonly tree: FileTree;
  /** What lies here and the server names no more: it stays in the tree until it is taken out. */
  readonly gone: readonly TreePlace[];
}

/**
 * Brings what the server names into the tree of this machine. Bytes that lie here under another
 * name count here too; a file that has changed keeps its entry until the new bytes are there;
 * languages that the server was not asked for stay as they are.
 * @param filenameOf under which bytes of a checksum are to lie
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
    const asked = manifest.get(place.language);
    if (!asked) put(tree, place, entry);
    else if (!asked.has(place.name) && entry.present) {
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
 * What is still to be fetched, in the server's order.
 * @param isLeftOut names that nobody wants on this machine
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
      // An empty file counts as none.
      if (size === 0 || isLeftOut(name)) continue;
      const known = wanted.get(checksum);
      if (known) known.places.push(place);
      else {
        const filename = entry?.checksum === checksum ? entry.filename : filenameOf(checksum);
        wanted.set(checksum, { ...place, checksum, size, filename, places: [place] });
      }
    }
  }
  return [...wanted.values()];
};

/** The bytes of a wanted file lie under its file name, whole and right. */
export const markSaved = (tree: FileTree, file: WantedFile, size: number): void => {
  const { filename, checksum } = file;
  for (const place of file.places) {
    put(tree, place, { filename, checksum, size, present: true, synced: true });
  }
};

/** The bytes under these file names are not what they should be, or not there. */
export const markAbsent = (tree: FileTree, filenames: ReadonlySet<string>): void => {
  for (const [entry] of entriesOf(tree)) {
    if (!filenames.has(entry.filename)) continue;
    entry.present = false;
    entry.synced = false;
  }
};

export const takeOut = (tree: FileTree, places: readonly TreePlace[]): void => {
  for (const { name, language } of places) {
    const languages = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (!languages) continue;
    delete languages[language];
    if (Object.keys(languages).length === 0) delete tree[name];
  }
};

/** The files of a tree that lie here, each once: sizes in bytes by file name. */
export const presentFiles = (tree: FileTree): Map<string, number> => {
  const files = new Map<string, number>();
  for (const [entry] of entriesOf(tree)) if (entry.present) files.set(entry.filename, entry.size);
  return files;
};
