import { type AuthorFolder, decodeFile } from "../author-folder.ts";
import { markOf } from "../problem-list.ts";
import type { ProblemMark } from "../problem-place.ts";

/** What the store gives of a file, or why it gives nothing. */
export type StoredFile =
  | { readonly bytes: Uint8Array }
  | { readonly problem: "unreadable" | "too-heavy" };

/** What a problem list says of a file that is too heavy. */
export const TOO_HEAVY =
  "This file needs more memory or time than a preview gets: shorten or divide it.";

const problemOf = (
  name: string,
  problem: "unreadable" | "too-heavy",
): [message: string, mark: ProblemMark] =>
  problem === "too-heavy"
    ? [TOO_HEAVY, { code: "text/too-much" }]
    : ["This cannot be read as a file.", markOf("file/wrong", name)];

/**
 * An author's folder in the store. It is read as a folder on the disk is, file by file, so that a preview
 * reads only what it needs.
 */
export const storedFolder = (
  paths: readonly string[],
  read: (path: string) => Promise<StoredFile>,
): AuthorFolder => ({
  locate: (path) => path,
  known: () => undefined,
  bytes: async (path) => {
    if (!paths.includes(path)) return null;
    const file = await read(path);
    return "bytes" in file ? Buffer.from(file.bytes) : null;
  },
  text: async (path, report, absent) => {
    if (!paths.includes(path)) {
      absent?.();
      return null;
    }
    const file = await read(path);
    if ("bytes" in file) return decodeFile(Buffer.from(file.bytes), path, report);
    report(1, ...problemOf(path, file.problem));
    return null;
  },
  names: async (directory) =>
    paths
      .filter((path) => path.startsWith(`${directory}/`))
      .map((path) => path.slice(directory.length + 1)),
});
