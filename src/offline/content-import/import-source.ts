import type { IndexFile } from "../../contract/local-content.ts";
import { Result } from "../../lib/result.ts";
import type { FolderFailure, ReadableFolder } from "../../platform/ports.ts";

/** Why content was not imported. The previous content is unchanged in each case. */
export type ImportFailure =
  /** The chosen file is not a zip, or is truncated or damaged. */
  | { readonly kind: "damaged-zip" }
  | { readonly kind: "encrypted" }
  /** Compressed by a method that zips rarely have, such as bzip2. */
  | { readonly kind: "unknown-compression" }
  /** Names that leave the folder, duplicate names, or links. */
  | { readonly kind: "unsafe" }
  /** Far larger than any content, or larger than its own index says. */
  | { readonly kind: "too-big" }
  /** Not a content folder: this file is missing. */
  | { readonly kind: "no-index"; readonly file: IndexFile }
  | { readonly kind: "damaged-index"; readonly file: IndexFile }
  /** Made for another version of the app. */
  | { readonly kind: "wrong-version" }
  /** That many files are missing, or do not match the index. */
  | { readonly kind: "damaged-files"; readonly count: number }
  /** It can no longer be read, for example because the memory stick was removed. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "cancelled" }
  | FolderFailure;

export type ImportResult<Value> = Result<Value, ImportFailure>;

/** A content folder to import, in any form. Paths are relative to its root. */
export interface ImportSource {
  /** Bytes of the whole source if it is compressed, else null. */
  readonly compressedTotal: number | null;
  /** Size of a file in bytes, as the source states it; null if there is no such file. */
  size(path: string): Promise<number | null>;
  /** Compressed size of a file in bytes; null if the file is not compressed or does not exist. */
  compressedSize(path: string): Promise<number | null>;
  /**
   * Streams a file in chunks, and waits until each is taken.
   * @param take called with each chunk; a failure ends the stream and is returned
   */
  stream(
    path: string,
    take: (bytes: Uint8Array<ArrayBuffer>) => Promise<ImportResult<null>>,
  ): Promise<ImportResult<null>>;
}

/** The runtime reads chunks of this size fast. */
const PIECE = 1_000_000;

/** A content folder on a disk or a memory stick. */
export const folderSource = (folder: ReadableFolder): ImportSource => ({
  compressedTotal: null,
  size: (path) => folder.size(path),
  compressedSize: async () => null,
  async stream(path, take) {
    const size = await folder.size(path);
    for (let from = 0; from < (size ?? 0); from += PIECE) {
      const piece = await folder.read(path, { from, length: PIECE });
      if (!piece) return Result.fail({ kind: "unreadable" });
      const taken = await take(piece);
      if (!taken.ok) return taken;
    }
    return size === null ? Result.fail({ kind: "unreadable" }) : Result.ok(null);
  },
});
