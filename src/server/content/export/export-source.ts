import { mediaTypeOf } from "../../../domain/media-type.ts";
import type { Store } from "../../store/store.ts";
import type { SourceFile } from "../source/source-rows.ts";
import type { ExportTarget } from "./export-target.ts";
import { verifiedBytes } from "./exported-content.ts";

/**
 * Writes an author's folder as it came in, and verifies every file while reading it. Writes everything or
 * nothing.
 * @throws DamagedFileError, or the system's error when the target cannot be written
 */
export const writeSource = async (
  store: Store,
  files: readonly SourceFile[],
  target: ExportTarget,
  onFile: (done: number) => void = () => {},
): Promise<void> => {
  try {
    for (const [at, file] of files.entries()) {
      const { path: name, size } = file;
      const type = mediaTypeOf(name) ?? "text/plain";
      await target.addFile({ name, type, size }, verifiedBytes(store, file));
      onFile(at + 1);
    }
    await target.finish();
  } catch (reason) {
    await target.abandon();
    throw reason;
  }
};
