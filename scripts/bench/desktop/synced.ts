import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { fileTree, indexEnvelope } from "../../../src/contract/local-content.ts";
import { indexFileOf } from "../../desktop/index-file-of.ts";

const LOOK_EVERY_MS = 100;
const tree = v.object({ ...indexEnvelope.entries, data: fileTree });

const savedFiles = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".cache")) : [];

/** Whether the tree on the disk calls all of its files present and up to date. */
const isWhole = (file: string): boolean => {
  const { data } = v.parse(tree, JSON.parse(readFileSync(file, "utf8")));
  const entries = Object.values(data).flatMap((languages) => Object.values(languages));
  return entries.length > 0 && entries.every(({ present, synced }) => present && synced);
};

/**
 * Waits until so many files lie in the app's folder, each under its name, and the tree there says so.
 * @returns when the last of that was written, milliseconds since 1970
 * @throws Error after so many milliseconds
 */
export const whenSynced = async (
  dataFolder: string,
  files: number,
  limitMs: number,
): Promise<number> => {
  const folder = path.join(dataFolder, "files");
  const index = () => indexFileOf(dataFolder, "filetree.json") ?? "";
  const until = Date.now() + limitMs;
  while (savedFiles(folder).length < files || !isWhole(index())) {
    if (Date.now() > until) {
      throw new Error(`${savedFiles(folder).length} of ${files} files in ${limitMs} ms.`);
    }
    await pause(LOOK_EVERY_MS);
  }
  // To be renamed changes a file's state, not its content.
  return statSync(index()).ctimeMs;
};
