import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { configure, ZipWriter } from "@zip.js/zip.js";
import { syncFolder } from "../../store/sync-folder.ts";

interface TargetFile {
  /** Relative to the export, joined by `/`; safe to be written below it. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly size: number;
}

/** The destination of an export. Nothing appears at its path before the export is complete. */
export interface ExportTarget {
  addText(name: string, text: string): Promise<void>;
  /** @param bytes may throw at the end; then the export has failed */
  addFile(file: TargetFile, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Moves the complete export to its final path. */
  finish(): Promise<void>;
  /** Deletes what was written. */
  abandon(): Promise<void>;
}

export class TargetExistsError extends Error {}

const codeOf = (reason: unknown): unknown =>
  reason instanceof Error && "code" in reason ? reason.code : undefined;

/** Returns true for an empty folder, false when nothing is there. @throws TargetExistsError */
const isEmptyFolder = async (folder: string): Promise<boolean> => {
  try {
    if ((await readdir(folder)).length === 0) return true;
  } catch (reason) {
    if (codeOf(reason) === "ENOENT") return false;
    if (codeOf(reason) !== "ENOTDIR") throw reason;
    throw new TargetExistsError(`${folder} is a file. Choose a folder, or a file ending in .zip.`);
  }
  throw new TargetExistsError(`${folder} is not empty. Choose another folder, or empty this one.`);
};

/** Writes an export: everything or nothing. */
export const writeExport = async (
  target: ExportTarget,
  write: () => Promise<void>,
): Promise<void> => {
  try {
    await write();
    await target.finish();
  } catch (reason) {
    await target.abandon();
    throw reason;
  }
};

/** Opens a folder that does not exist yet or is empty. @throws TargetExistsError */
export const openFolderTarget = async (folder: string): Promise<ExportTarget> => {
  await isEmptyFolder(folder);
  const temporary = `${folder}.${randomUUID()}.part`;
  await mkdir(temporary, { recursive: true });
  const made = new Set([temporary]);
  return {
    addText: (name, text) => writeFile(path.join(temporary, name), text, { flush: true }),
    addFile: async ({ name }, bytes) => {
      const file = path.join(temporary, name);
      const parent = path.dirname(file);
      if (!made.has(parent)) await mkdir(parent, { recursive: true });
      made.add(parent);
      await writeFile(file, bytes);
    },
    finish: async () => {
      for (const each of made) await syncFolder(each);
      if (await isEmptyFolder(folder)) await rmdir(folder);
      await rename(temporary, folder);
    },
    abandon: () => rm(temporary, { recursive: true, force: true }),
  };
};

/**
 * The earliest date that a zip can hold in every time zone. A fixed date gives equal zips for equal
 * content.
 */
const NO_DATE = (1 << 21) | (1 << 16);

/** Pictures, videos and sheets are already compressed. */
const COMPRESSIBLE = /^(text\/|image\/svg\+xml)/;

const assertFree = (file: string): void => {
  if (!existsSync(file)) return;
  throw new TargetExistsError(`${file} already exists. Choose another file, or delete it.`);
};

const zipInto = (written: WritableStream<Uint8Array>) => {
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(written, {
    rawLastModDate: NO_DATE,
    extendedTimestamp: false,
    keepOrder: true,
  });
  const add = async (
    name: string,
    bytes: AsyncIterable<Uint8Array> | readonly Buffer[],
    level: number,
    size: number,
  ) => {
    const readable = Readable.toWeb(Readable.from(bytes, { objectMode: false }));
    await zip.add(name, readable as ReadableStream, { level, uncompressedSize: size });
  };
  const adds: Pick<ExportTarget, "addText" | "addFile"> = {
    addText: (name, text) => {
      const bytes = Buffer.from(text);
      return add(name, [bytes], 6, bytes.length);
    },
    addFile: ({ name, type, size }, bytes) =>
      add(name, bytes, COMPRESSIBLE.test(type) ? 6 : 0, size),
  };
  const close = async (): Promise<void> => {
    await zip.close();
  };
  return { adds, close };
};

/**
 * Creates a new zip file and streams into it.
 * @param mode the file's permissions
 * @throws TargetExistsError
 */
export const openZipTarget = async (file: string, mode = 0o666): Promise<ExportTarget> => {
  assertFree(file);
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.part`;
  const written = createWriteStream(temporary, { flags: "wx", flush: true, mode });
  const { adds, close } = zipInto(Writable.toWeb(written));
  return {
    ...adds,
    finish: async () => {
      await close();
      assertFree(file);
      await rename(temporary, file);
    },
    abandon: async () => {
      written.destroy();
      await rm(temporary, { force: true });
    },
  };
};

/** A zip that is read while it is written. Its reader gets an error if it is abandoned. */
export const openZipStream = (): { target: ExportTarget; readable: ReadableStream<Uint8Array> } => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const { adds, close } = zipInto(writable);
  return {
    target: {
      ...adds,
      finish: close,
      abandon: async () => {
        await writable.abort(new Error("The zip was abandoned")).catch(() => {});
      },
    },
    readable,
  };
};
