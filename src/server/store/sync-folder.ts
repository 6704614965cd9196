import { open } from "node:fs/promises";

/** Flushes a folder's entries to disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open folders, and its renames are durable without this.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
