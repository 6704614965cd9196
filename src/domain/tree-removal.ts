import type { FileTree } from "../contract/local-content.ts";
import { entriesOf, presentFiles, type TreePlace } from "./file-tree.ts";

/** What is deleted from the disk when entries are removed from the tree. */
export interface Removal {
  readonly files: number;
  readonly bytes: number;
}

/** The largest share of the stored files that is deleted without a confirmation. */
const MAX_UNCONFIRMED_SHARE = 0.1;

/**
 * What the removal of entries would delete: the files that no other entry refers to.
 * @param gone places that the server does not list any more
 */
export const removalOf = (tree: FileTree, gone: readonly TreePlace[]): Removal => {
  const leaving = new Set(gone.map(({ name, language }) => `${language}/${name}`));
  const files = presentFiles(tree);
  for (const [{ filename }, { name, language }] of entriesOf(tree)) {
    if (!leaving.has(`${language}/${name}`)) files.delete(filename);
  }
  return { files: files.size, bytes: [...files.values()].reduce((sum, size) => sum + size, 0) };
};

/** Whether a person has to confirm a removal: a server's mistake must not delete all content. */
export const needsConfirmation = (tree: FileTree, { files }: Removal): boolean =>
  files > presentFiles(tree).size * MAX_UNCONFIRMED_SHARE;
