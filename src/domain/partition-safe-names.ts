import { isTreeName } from "./file-names.ts";

/** Two names that some file system treats as equal have the same normal normalName. */
const normalise = (name: string): string => name.normalize("NFKC").toUpperCase().toLowerCase();

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
    const normalName = normalise(name);
    const isSafe = isTreeName(name) && !seen.has(normalName);
    if (isSafe) seen.add(normalName);
    (isSafe ? safe : unsafe).push(name);
  }
  return { safe, unsafe };
};
