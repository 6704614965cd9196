import type { FileTree } from "../contract/local-content.ts";
import { entriesOf, presentFiles, type TreePlace } from "./file-tree.ts";

/** What would be deleted when entries leave the tree. */
export interface Removal {
  readonly files: number;
  readonly bytes: number;
}

/** More than this share of what lies here is not deleted without asking. */
const MAX_UNCONFIRMED_SHARE = 0.1;

/**
 * What taking entries out of a tree would delete: bytes that no other entry has.
 * @param gone places of the tree that the server names no more
 */
export const removalOf = (tree: FileTree, gone: readonly TreePlace[]): Removal => {
  const leaving = new Set(gone.map(({ name, language }) => `${language}/${name}`));
  const files = presentFiles(tree);
  for (const [{ filename }, { name, language }] of entriesOf(tree)) {
    if (!leaving.has(`${language}/${name}`)) files.delete(filename);
  }
  return { files: files.size, bytes: [...files.values()].reduce((sum, size) => sum + size, 0) };
};

/** Whether a person is to be asked first: a server that makes a mistake must not cost them all. */
export const isToBeAsked = (tree: FileTree, { files }: Removal): boolean =>
  files > presentFiles(tree).size * MAX_UNCONFIRMED_SHARE;
