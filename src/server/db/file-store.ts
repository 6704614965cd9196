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

/**
 * Writes a file whole, or not at all.
 * @param pieces throws if they are not what they should be
 */
const writeWhole = async (target: string, pieces: AsyncIterable<Buffer>): Promise<void> => {
  const temporary = `${target}.${randomUUID()}.part`;
  const handle = await open(temporary, "wx", PRIVATE_FILE);
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
    await handle.close();
    await rename(temporary, target);
  } catch (reason) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
    throw reason;
  }
};

async function* verified({ source, checksum }: SchoolFile): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== checksum) {
    throw new Error(`${source} has changed while it was being imported`);
  }
}

const isPresent = async (target: string, size: number): Promise<boolean> =>
  (await stat(target).catch(() => null))?.size === size;

/** Writes bytes that are not stored yet into `dataDir/files`. */
export const storeBytes = async (
  dataDir: string,
  checksum: string,
  bytes: Buffer,
): Promise<void> => {
  const target = storedPath(dataDir, checksum);
  if (await isPresent(target, bytes.length)) return;
  await makePrivateFolder(path.dirname(target));
  await writeWhole(
    target,
    (async function* () {
      yield bytes;
    })(),
  );
  await syncFolder(path.dirname(target));
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
    if (await isPresent(target, file.size)) continue;
    await writeWhole(target, verified(file));
    stored += 1;
  }
  if (stored > 0) await syncFolder(folder);
  return stored;
};
