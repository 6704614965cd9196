import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { inParallel } from "../../../lib/in-parallel.ts";
import { makePrivateFolder, PRIVATE_FILE } from "../../store/private-files.ts";
import { contentFile } from "../../store/store.ts";
import { SOURCES_FOLDER } from "./materialize.ts";
import { PartsReader, readParts } from "./source-parts.ts";
import { missingFiles, SourceError, type SourceFile } from "./source-rows.ts";
import type { SourceSchool } from "./source-work.ts";
import { listZip, readZipped } from "./unpack-zip.ts";

/** Each may take the memory of a small file. */
const PARALLEL_FILES = 4;
/** Larger files are written to the disk first. */
const IN_MEMORY = 4 * 1024 * 1024;

type Zipped = Awaited<ReturnType<typeof listZip>>[number];

/** Puts a file of a zip into the store. */
const storeZipped = async (
  { store, dataDir }: SourceSchool,
  zipped: Zipped,
): Promise<SourceFile> => {
  const put = async (file: SourceFile, source: string | Buffer): Promise<SourceFile> => {
    const { checksum, size } = file;
    await store.put([{ key: contentFile(checksum), size, checksum, source }]);
    return file;
  };
  if (zipped.size <= IN_MEMORY) {
    const pieces: Uint8Array[] = [];
    const file = await readZipped(zipped, async (piece) => pieces.push(piece));
    return put(file, Buffer.concat(pieces));
  }
  const temporary = path.join(dataDir, SOURCES_FOLDER, `zipped-${randomUUID()}`);
  const handle = await open(temporary, "wx", PRIVATE_FILE);
  try {
    const file = await readZipped(zipped, (piece) => handle.writeFile(piece));
    return await put(file, temporary);
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
};

interface StoringZip {
  /** Reserves room on the disk. @returns gives it back */
  readonly reserve: (bytes: number) => Promise<() => void>;
  readonly progress: (done: number, total: number) => void;
}

/**
 * Puts the files of a zip that was sent in parts into the store.
 * @returns the folder's files
 * @throws SourceError if the zip has not arrived, or has no author's folder that can be taken
 */
export const storeZip = async (
  school: SourceSchool,
  zip: Pick<SourceFile, "checksum" | "size">,
  { reserve, progress }: StoringZip,
): Promise<SourceFile[]> => {
  const parts = await readParts(school.database.read, zip.checksum);
  const reader = new PartsReader(school.store, parts);
  if (reader.size !== zip.size) throw new SourceError("content/missing_files");
  const zipped = await listZip(reader.asZip(), zip.size);
  await makePrivateFolder(path.join(school.dataDir, SOURCES_FOLDER));
  const files: SourceFile[] = [];
  const release = await reserve(zipped.reduce((sum, { size }) => sum + size, 0));
  try {
    await inParallel(zipped, PARALLEL_FILES, async (each) => {
      files.push(await storeZipped(school, each));
      progress(files.length, zipped.length);
    });
  } finally {
    release();
  }
  // A file that was there already may have been swept before it is named.
  const missing = await missingFiles(school.database, school.store, files);
  if (missing.size > 0) throw new Error("Files of the zip have been removed meanwhile");
  return files;
};
