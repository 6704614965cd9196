import { fileNameKey } from "../lib/file-name-key.ts";
import { isTreeName } from "./file-names.ts";

/**
 * Partitions the names of a tree into safe and unsafe ones. A name is unsafe if it can leave its
 * folder, or differs from an earlier one only in case or in Unicode normalisation.
 */
export const partitionSafeNames = (
  names: Iterable<string>,
): { safe: string[]; unsafe: string[] } => {
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
