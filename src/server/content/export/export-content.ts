import type { Store } from "../../store/store.ts";
import type { ExportTarget } from "./export-target.ts";
import type { ExportedContent } from "./exported-content.ts";
import { verifiedBytes } from "./verified-bytes.ts";

/**
 * Writes local content and verifies every file while reading it. Writes everything or nothing.
 * @throws DamagedFileError, or the system's error when the target cannot be written
 */
export const writeExport = async (
  store: Store,
  { index, files }: ExportedContent,
  target: ExportTarget,
): Promise<void> => {
  try {
    for (const [name, text] of index) await target.addText(name, text);
    for (const file of files) {
      const { filename, type, size } = file;
      await target.addFile({ name: `files/${filename}`, type, size }, verifiedBytes(store, file));
    }
    await target.finish();
  } catch (reason) {
    await target.abandon();
    throw reason;
  }
};
