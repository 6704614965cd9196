import { Result } from "../../lib/result.ts";
import type { ReadableFolder } from "../../platform/ports.ts";
import type { ImportSource } from "./import-source.ts";

/** The desktop's runtime reads pieces of this size well. */
const PIECE = 1_000_000;

/** A content folder as it lies on a stick or a disk. */
export const folderSource = (folder: ReadableFolder): ImportSource => ({
  packed: null,
  size: (path) => folder.size(path),
  packedSize: async () => null,
  async pour(path, take) {
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
