import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Finds the index file of the hybrid app's account that was written last.
 * @param dataFolder the app's data folder
 * @param name such as `filetree.json`
 * @returns its path; null if no account has one
 */
export const findIndexFile = (dataFolder: string, name: string): string | null => {
  const folder = path.join(dataFolder, "accounts");
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder)
    .map((account) => path.join(folder, account, name))
    .filter((file) => existsSync(file));
  return files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? null;
};
