import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { SchoolFile } from "../content/school.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../private-files.ts";

/**
 * The path of the file with a checksum. Paths are built from checksums only, never from client
 * input.
 */
export const storedPath = (dataDir: string, checksum: string): string =>
  path.join(dataDir, "files", checksum);

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

const copy = async (file: SchoolFile, target: string): Promise<void> => {
  const temporary = `${target}.${randomUUID()}.part`;
  const handle = await open(temporary, "wx", PRIVATE_FILE);
  try {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(file.source)) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    if (hash.digest("hex") !== file.checksum) {
      throw new Error(`${file.source} has changed while it was being imported`);
    }
    await handle.sync();
    await handle.close();
    await rename(temporary, target);
  } catch (reason) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
    throw reason;
  }
};

/**
 * Copies missing files into `dataDir/files`, each atomically and named by its checksum.
 * @returns how many were missing
 */
export const storeFiles = async (
  dataDir: string,
  files: readonly SchoolFile[],
): Promise<number> => {
  const folder = path.join(dataDir, "files");
  await makePrivateFolder(folder);
  let stored = 0;
  for (const file of files) {
    const target = storedPath(dataDir, file.checksum);
    const present = await stat(target).catch(() => null);
    if (present?.size === file.size) continue;
    await copy(file, target);
    stored += 1;
  }
  if (stored > 0) await syncFolder(folder);
  return stored;
};
