import {
  MAX_SOURCE_FILES,
  MAX_SOURCE_ZIP_BYTES,
  type SourceFileProblem,
  sourceFileProblem,
  sourceRoot,
  sourceTwins,
} from "../../domain/source-path.ts";
import { isJunkFile } from "../../lib/is-junk-file.ts";

interface FolderFile {
  /** Relative to the folder, joined by `/`. */
  readonly path: string;
  readonly file: File;
}

/** What a person has dropped or chosen. */
export type Dropped =
  | { readonly kind: "zip"; readonly file: File }
  | { readonly kind: "folder"; readonly files: readonly FolderFile[] };

const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

/** Without the folder around them, and without what systems leave behind. */
const asFolder = (files: readonly FolderFile[]): Dropped => {
  const wanted = files.filter(({ path }) => !isJunkFile(path));
  const root = sourceRoot(wanted.map(({ path }) => path));
  return {
    kind: "folder",
    files: wanted
      .filter(({ path }) => path.startsWith(root))
      .map(({ path, file }) => ({ path: path.slice(root.length), file })),
  };
};

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A browser lists a hundred entries at a time. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return entries;
    entries.push(...some);
  }
};

const filesIn = async (entry: FileSystemEntry): Promise<FolderFile[]> => {
  if (isJunkFile(entry.name)) return [];
  // The full path begins with a slash.
  if (entry.isFile) {
    return [{ path: entry.fullPath.slice(1), file: await fileOf(entry as FileSystemFileEntry) }];
  }
  const inside: FolderFile[] = [];
  for (const each of await entriesOf(entry as FileSystemDirectoryEntry)) {
    inside.push(...(await filesIn(each)));
  }
  return inside;
};

/** Reads what was dropped: a folder, what is in a folder, or a zip. */
export const readDropped = async (data: DataTransfer): Promise<Dropped> => {
  // The list of items is empty as soon as anything has been awaited.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [only] = data.files;
  if (entries.length <= 1 && only && isZip(only)) return { kind: "zip", file: only };
  const inside: FolderFile[] = [];
  for (const entry of entries) inside.push(...(await filesIn(entry)));
  return asFolder(inside);
};

/** Reads what was chosen: a zip, or the files of a folder. */
export const readChosen = (files: readonly File[]): Dropped => {
  const [only] = files;
  if (files.length === 1 && only && isZip(only)) return { kind: "zip", file: only };
  return asFolder(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
};

export interface RefusedFile {
  readonly path: string;
  readonly why: SourceFileProblem;
}

/** Why nothing of what was dropped can be taken. */
export type Refusal =
  | { readonly kind: "files"; readonly files: readonly RefusedFile[] }
  /** With the places of several `school.yaml` side by side. */
  | { readonly kind: "no-school"; readonly paths: readonly string[] }
  | { readonly kind: "too-many" };

/** What the school would refuse, so that nothing is sent in vain; null if there is nothing. */
export const refusalOf = (dropped: Dropped): Refusal | null => {
  if (dropped.kind === "zip") {
    const { name, size } = dropped.file;
    return size > MAX_SOURCE_ZIP_BYTES
      ? { kind: "files", files: [{ path: name, why: "too-large" }] }
      : null;
  }
  const { files } = dropped;
  const paths = files.map(({ path }) => path);
  if (!paths.includes("school.yaml")) {
    return { kind: "no-school", paths: paths.filter((path) => path.endsWith("/school.yaml")) };
  }
  if (files.length > MAX_SOURCE_FILES) return { kind: "too-many" };
  const twins = new Set(sourceTwins(paths));
  const refused = files.flatMap(({ path, file }): RefusedFile[] => {
    const why = sourceFileProblem({ path, size: file.size }) ?? (twins.has(path) ? "twin" : null);
    return why === null ? [] : [{ path, why }];
  });
  return refused.length > 0 ? { kind: "files", files: refused } : null;
};
