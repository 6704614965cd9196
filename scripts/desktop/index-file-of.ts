import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * An index file of the hybrid app's account whose file was written last.
 * @param dataFolder the app's own folder
 * @param name such as `filetree.json`
 * @returns its path; null where no account has one
 */
export const indexFileOf = (dataFolder: string, name: string): string | null => {
  const folder = path.join(dataFolder, "accounts");
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder)
    .map((account) => path.join(folder, account, name))
    .filter((file) => existsSync(file));
  return files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? null;
};
