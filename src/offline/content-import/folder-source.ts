import { Result } from "../../lib/result.ts";
import type { ReadableFolder } from "../../platform/ports.ts";
import type { ImportSource } from "./import-source.ts";

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
