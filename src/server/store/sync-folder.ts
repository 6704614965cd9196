import { open } from "node:fs/promises";

/** Flushes a folder's entries to disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open folders, and its renames are durable without this.
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
};
