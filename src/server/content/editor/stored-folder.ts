import { contentFile, type Store } from "../../store/store.ts";
import type { AuthorFolder } from "../author-folder.ts";
import type { SourceFile } from "../source/source-rows.ts";
import { decodeText } from "./text-bytes.ts";

/**
 * An author's folder in the store, with one text as it is being edited. It is read as a folder on the disk is,
 * file by file, so that a preview reads only what it needs.
 */
export const storedFolder = (
  store: Store,
  files: ReadonlyMap<string, SourceFile>,
  edited: { readonly path: string; readonly text: string },
): AuthorFolder => {
  const paths = [...new Set([...files.keys(), edited.path])].sort();
  const bytes = async (path: string): Promise<Buffer | null> => {
    if (path === edited.path) return Buffer.from(edited.text);
    const file = files.get(path);
    return file ? store.read(contentFile(file.checksum)).catch(() => null) : null;
  };
  return {
    locate: (path) => path,
    bytes,
    text: async (path, report, absent) => {
      if (!paths.includes(path)) {
        absent?.();
        return null;
      }
      const content = await bytes(path);
      if (content === null) {
        report(1, "This cannot be read as a file.");
        return null;
      }
      const decoded = decodeText(content);
      if (!decoded) report(1, "This file is not in UTF-8: save it with that encoding.");
      return decoded?.text ?? null;
    },
    names: async (directory) =>
      paths
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => path.slice(directory.length + 1)),
    used: () => [],
    unused: () => ({ files: [], usedFolders: new Set() }),
    unusedLinks: () => [],
    twins: [],
    unreadable: [],
  };
};
