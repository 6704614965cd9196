import * as v from "valibot";
import type { IndexFile } from "../../contract/local-content.ts";
import {
  type Manifest,
  mergeTree,
  needsConfirmation,
  type Removal,
  removalOf,
  removeEntries,
} from "../../domain/file-tree.ts";
import { Result } from "../../lib/result.ts";
import type { FolderFailure } from "../../platform/ports.ts";
import type { IndexFiles } from "../index-files.ts";
import type { Content } from "./fetch-content.ts";
import type { LocalTree } from "./local-tree.ts";
import { cacheFileName, type SyncStorage } from "./sync-storage.ts";

export interface InstallOptions {
  index: IndexFiles;
  tree: LocalTree;
  storage: SyncStorage;
}

export interface Installation {
  /** Whether any index file has changed. */
  readonly isNew: boolean;
  /** Files that are only deleted if the person agrees; null if there are none. */
  readonly removal: Removal | null;
}

/** Installs content of the server into the index files: everything, or nothing. */
export const createContentInstaller = ({ index, tree, storage }: InstallOptions) => {
  /** Leaves out index files that have not changed. */
  const onlyNew = async (data: Partial<Record<IndexFile, unknown>>) => {
    const changed: Partial<Record<IndexFile, unknown>> = {};
    for (const [name, value] of Object.entries(data)) {
      const file = name as IndexFile;
      // Lessons are only fetched if they have changed.
      const old = file === "content.json" ? null : await index.read(file, v.unknown());
      const isSame = old?.ok && JSON.stringify(old.value) === JSON.stringify(value);
      if (!isSame) changed[file] = value;
    }
    return changed;
  };

  /** @param mayRemove to delete all files that the server no longer has, whatever their size */
  return async (
    content: Content,
    manifest: Manifest,
    mayRemove: boolean,
  ): Promise<Result<Installation, FolderFailure>> => {
    const names = storage.names();
    const merged = mergeTree(tree.current(), manifest, (checksum) =>
      cacheFileName(names, checksum),
    );
    const removal = removalOf(merged.tree, merged.gone);
    const asks = !mayRemove && needsConfirmation(merged.tree, removal);
    if (!asks) removeEntries(merged.tree, merged.gone);
    const data = await onlyNew({ ...content, "filetree.json": merged.tree });
    const isNew = Object.keys(data).length > 0;
    const written = isNew ? await index.replace(data) : Result.ok(null);
    if (!written.ok) return written;
    tree.replace(merged.tree);
    return Result.ok({ isNew, removal: asks ? removal : null });
  };
};
