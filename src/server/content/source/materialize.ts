import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { inParallel } from "../../../lib/in-parallel.ts";
import { makePrivateFolder } from "../../store/private-files.ts";
import { contentFile, type Store } from "../../store/store.ts";
import type { SourceFile } from "./source-rows.ts";

const PARALLEL_FILES = 8;
const DAY_MS = 86_400_000;

/** Where folders are laid out, within the school's data. */
export const SOURCES_FOLDER = "sources";

/** The file there that keeps what reading lessons has given, from one work to the next. */
export const LESSONS_FILE = "lessons.cache";

/**
 * Lays out an author's folder on this machine's disk, for a program that reads folders. The files may share
 * their bytes with the store: they are only to be read.
 * @param folder is made, and must be empty
 */
export const materialize = async (
  store: Store,
  files: readonly SourceFile[],
  folder: string,
): Promise<void> => {
  const folders = new Set(files.map((file) => path.dirname(path.join(folder, file.path))));
  await mkdir(folder, { recursive: true });
  for (const each of folders) await mkdir(each, { recursive: true });
  await inParallel(files, PARALLEL_FILES, (file) =>
    store.layOut(contentFile(file.checksum), path.join(folder, file.path)),
  );
};

/** Deletes folders that a killed process has left behind. */
const removeLeftOvers = async (workplace: string): Promise<void> => {
  for (const name of await readdir(workplace)) {
    if (name === LESSONS_FILE) continue;
    const left = path.join(workplace, name);
    const found = await stat(left).catch(() => null);
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(left, { recursive: true });
  }
};

/**
 * Whether a file is a text that is read where it lies: most of them are as they were, and to lay out thousands takes
 * longer than all that is done with the others.
 */
export const staysInStore = (file: string): boolean =>
  /^(?:[^/]+\/lessons|instructions)\/[^/]+\.md$/.test(file);

/** Lays out an author's folder for as long as the work takes, but for the texts that stay in the store. */
export const withFolder = async <Value>(
  { store, dataDir }: { readonly store: Store; readonly dataDir: string },
  files: readonly SourceFile[],
  work: (folder: string) => Promise<Value>,
): Promise<Value> => {
  const workplace = path.join(dataDir, SOURCES_FOLDER);
  await makePrivateFolder(workplace);
  await removeLeftOvers(workplace);
  const folder = await mkdtemp(path.join(workplace, "folder-"));
  try {
    const laidOut = files.filter((file) => !staysInStore(file.path));
    await materialize(store, laidOut, folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
