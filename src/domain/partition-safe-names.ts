import { isTreeName } from "./file-names.ts";

/** Two names that a disk somewhere takes for one are alike in this form. */
const folded = (name: string): string => name.normalize("NFKC").toUpperCase().toLowerCase();

/**
 * Parts the names of a tree into those that may be used and those that may not: they climb out of
 * the folder, or repeat another one but for its case or the way its letters are put together.
 */
export const partitionSafeNames = (
  names: Iterable<string>,
): { sound: string[]; refused: string[] } => {
  const sound: string[] = [];
  const refused: string[] = [];
  const seen = new Set<string>();
  for (const name of names) {
    const form = folded(name);
    const good = isTreeName(name) && !seen.has(form);
    if (good) seen.add(form);
    (good ? sound : refused).push(name);
  }
  return { sound, refused };
};
