import * as v from "valibot";
import type { IndexFile } from "../../contract/local-content.ts";
import { type Manifest, mergeTree, takeOut } from "../../domain/file-tree.ts";
import { isToBeAsked, type Removal, removalOf } from "../../domain/tree-removal.ts";
import { Result } from "../../lib/result.ts";
import type { FolderFailure } from "../../platform/ports.ts";
import type { IndexFiles } from "../index-files.ts";
import type { Content } from "./fetch-content.ts";
import type { LocalTree } from "./local-tree.ts";
import { cacheName, type SyncMemory } from "./sync-memory.ts";

export interface InstallOptions {
  index: IndexFiles;
  tree: LocalTree;
  memory: SyncMemory;
}

export interface Installation {
  /** Whether any index file is another one now. */
  readonly isNew: boolean;
  /** What stays only until the person agrees that it goes. */
  readonly removal: Removal | null;
}

/** Brings what has come from the server into the index files: all of it, or nothing. */
export const createInstall = ({ index, tree, memory }: InstallOptions) => {
  /** Without the index files that lie here as they are. */
  const onlyNew = async (data: Partial<Record<IndexFile, unknown>>) => {
    const changed: Partial<Record<IndexFile, unknown>> = {};
    for (const [name, value] of Object.entries(data)) {
      const file = name as IndexFile;
      // Lessons come only when they have changed.
      const old = file === "content.json" ? null : await index.read(file, v.unknown());
      const isSame = old?.ok && JSON.stringify(old.value) === JSON.stringify(value);
      if (!isSame) changed[file] = value;
    }
    return changed;
  };

  /** @param mayRemove to delete what the server names no more, however much that is */
  return async (
    content: Content,
    manifest: Manifest,
    mayRemove: boolean,
  ): Promise<Result<Installation, FolderFailure>> => {
    const names = memory.names();
    const merged = mergeTree(tree.current(), manifest, (checksum) => cacheName(names, checksum));
    const removal = removalOf(merged.tree, merged.gone);
    const asks = !mayRemove && isToBeAsked(merged.tree, removal);
    if (!asks) takeOut(merged.tree, merged.gone);
    const data = await onlyNew({ ...content, "filetree.json": merged.tree });
    const isNew = Object.keys(data).length > 0;
    const written = isNew ? await index.replace(data) : Result.ok(null);
    if (!written.ok) return written;
    tree.take(merged.tree);
    return Result.ok({ isNew, removal: asks ? removal : null });
  };
};
