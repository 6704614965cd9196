import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FileTree } from "../../../src/contract/local-content.ts";
import { findIndexFile } from "../../desktop/find-index-file.ts";

const LOOK_EVERY_MS = 100;

const savedFiles = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".cache")) : [];

/** Whether all files in the tree on the disk are present and up to date. */
const isWhole = (file: string): boolean => {
  const { data }: { data: FileTree } = JSON.parse(readFileSync(file, "utf8"));
  const entries = Object.values(data).flatMap((languages) => Object.values(languages));
  return entries.length > 0 && entries.every(({ present, synced }) => present && synced);
};

/**
 * Waits until that many files are in the app's folder and in its tree.
 * @returns when the last of them was written, in milliseconds since 1970
 * @throws an Error after the time limit
 */
export const waitForSync = async (
  dataFolder: string,
  files: number,
  limitMs: number,
): Promise<number> => {
  const folder = path.join(dataFolder, "files");
  const index = () => findIndexFile(dataFolder, "filetree.json") ?? "";
  const until = Date.now() + limitMs;
  while (savedFiles(folder).length < files || !isWhole(index())) {
    if (Date.now() > until) {
      throw new Error(`${savedFiles(folder).length} of ${files} files in ${limitMs} ms.`);
    }
    await pause(LOOK_EVERY_MS);
  }
  // Renaming changes ctime, not mtime.
  return statSync(index()).ctimeMs;
};
