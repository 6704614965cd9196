import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { migrationNames } from "../db/migrate.ts";
import type { Store, StoreKey } from "../store/store.ts";
import { isDamagedFile } from "../store/store-errors.ts";
import { syncFolder } from "../store/sync-folder.ts";
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  BackupError,
  CHECKSUMS,
  LEFT_OUT,
  LEFT_OUT_SETTINGS,
  MANIFEST,
  type Manifest,
  NAMED_FILES,
  partName,
} from "./backup-format.ts";
import { type LogicalTable, logicalTables } from "./logical-schema.ts";
import type { Row, Snapshot, Value } from "./snapshot.ts";

const ZEROS = Buffer.alloc(65_536);

/**
 * The bytes of a file whose header has been written. A store may detect a damaged file only at its
 * end. Zeros then replace the rest.
 * @param onDamaged is called before the first zero
 */
async function* filledBytes(
  bytes: AsyncIterable<Buffer>,
  size: number,
  onDamaged: () => void,
): AsyncGenerator<Buffer> {
  let left = size;
  try {
    for await (const piece of bytes) {
      left -= piece.length;
      yield piece;
    }
  } catch (reason) {
    if (!isDamagedFile(reason)) throw reason;
    onDamaged();
    for (; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, left);
  }
}

/** Joins small pieces, because each piece costs the compressor as much as a large one. */
async function* inLargePieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < 65_536) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}

const compressTo = (pieces: AsyncIterable<Uint8Array>, target: FileHandle): Promise<void> =>
  pipeline(
    Readable.from(inLargePieces(pieces), { objectMode: false }),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const piece of compressed) await target.writeFile(piece);
    },
  );

/** The length of a part of a table, in characters. */
const PART_LENGTH = 1_000_000;

export interface WrittenBackup {
  /** The size of the file in bytes. */
  bytes: number;
  /** The number of rows by table. */
  rows: Record<string, number>;
  files: number;
  uploads: number;
  /** Files that the database names and that are missing or damaged. */
  missing: string[];
}

interface BackupOptions {
  /** Aborts the backup; then no file is left. */
  readonly signal?: AbortSignal;
  /** Is called before each file with how many are done, of how many. */
  readonly onFile?: (done: number, total: number) => void;
}

type Folder = (typeof NAMED_FILES)[number]["folder"];

const isBytes = (value: Value): value is Uint8Array => value instanceof Uint8Array;

const encode = (value: Value) =>
  isBytes(value) ? { base64: Buffer.from(value).toString("base64") } : value;

const lineOf = (row: Row): string => {
  if (!Object.values(row).some(isBytes)) return JSON.stringify(row);
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encode(value)])),
  );
};

const isKept = (table: string, row: Row): boolean =>
  table !== "setting" || !LEFT_OUT_SETTINGS.has(String(row.name));

/** Writes the entries of a backup into a tar stream, and counts them. */
const backupEntries = (
  snapshot: Snapshot,
  store: Store,
  now: number,
  { signal, onFile }: BackupOptions,
) => {
  const result: Omit<WrittenBackup, "bytes"> = { rows: {}, files: 0, uploads: 0, missing: [] };
  const named: Record<Folder, Set<string>> = { files: new Set(), uploads: new Set() };
  const checksums: string[] = [];
  const tar = createTarPacker();
  let done = 0;

  /**
   * Writes an entry that only its owner may read, and notes its checksum.
   * @returns the checksum
   */
  const addEntry = async (name: string, size: number, pieces: AsyncIterable<Buffer> | Buffer[]) => {
    const header = { name, size, mode: 0o600, mtime: new Date(now) };
    const body = tar.controller.add(header).getWriter();
    const hash = createHash("sha256");
    for await (const piece of pieces) {
      hash.update(piece);
      await body.write(piece);
    }
    await body.close();
    const checksum = hash.digest("hex");
    checksums.push(`${checksum}  ${name}\n`);
    return checksum;
  };

  const addText = async (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await addEntry(name, bytes.length, [bytes]);
  };

  /** @throws BackupError when files are in a bucket that is not set */
  const assertInReach = async (table: LogicalTable): Promise<void> => {
    if (store.origin !== null) return;
    for await (const rows of snapshot.rows(table)) {
      if (rows.length === 0) continue;
      throw new BackupError(
        "Files of this school are in an S3-compatible store. Set STORE_URL and its keys.",
      );
    }
  };

  const addTables = async (): Promise<void> => {
    for (const table of await logicalTables(snapshot.migrations)) {
      if (table.name === "stored_object") await assertInReach(table);
      if (LEFT_OUT.has(table.name)) continue;
      const columns = NAMED_FILES.filter((each) => each.table === table.name);
      let count = 0;
      let part = 0;
      let text = "";
      for await (const rows of snapshot.rows(table)) {
        for (const row of rows.filter((each) => isKept(table.name, each))) {
          for (const { folder, column } of columns) {
            if (row[column] !== null) named[folder].add(String(row[column]));
          }
          text += `${lineOf(row)}\n`;
          count += 1;
          if (text.length < PART_LENGTH) continue;
          part += 1;
          await addText(partName(table.name, part), text);
          text = "";
        }
      }
      if (text !== "") await addText(partName(table.name, part + 1), text);
      result.rows[table.name] = count;
    }
    await snapshot.close();
  };

  /** The bytes of a file; null if they are damaged. */
  const openStored = async (key: StoreKey): Promise<AsyncIterable<Buffer> | null> => {
    try {
      return await store.stream(key);
    } catch (reason) {
      if (isDamagedFile(reason)) return null;
      throw reason;
    }
  };

  /** @throws BackupError when the file does not have the size that its header says */
  async function* exactly(size: number, key: StoreKey, pieces: AsyncIterable<Buffer>) {
    let left = size;
    for await (const piece of pieces) {
      left -= piece.length;
      if (left >= 0) yield piece;
    }
    if (left === 0) return;
    throw new BackupError(`${await store.describe(key)} was changed while it was copied.`);
  }

  const addFiles = async (folder: Folder): Promise<void> => {
    for (const file of named[folder]) {
      signal?.throwIfAborted();
      onFile?.(done++, named.files.size + named.uploads.size);
      const name = `${folder}/${file}`;
      const key = { folder, name: file };
      const size = await store.sizeOf(key);
      // Opened before its header, because a store finds then that a file is damaged.
      const bytes = size === null ? null : await openStored(key);
      if (size === null || bytes === null) {
        result.missing.push(name);
        continue;
      }
      let isDamaged = false;
      const onDamaged = () => {
        isDamaged = true;
      };
      const pieces = exactly(size, key, filledBytes(bytes, size, onDamaged));
      const checksum = await addEntry(name, size, pieces);
      // A content file has the name of its checksum.
      if (isDamaged || (folder === "files" && checksum !== file)) result.missing.push(name);
      result[folder] += 1;
    }
  };

  const addAll = async (): Promise<void> => {
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      created: new Date(now).toISOString(),
      migrations: [...snapshot.migrations],
      sequences: { ...snapshot.sequences },
    };
    await addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    await addTables();
    await addFiles("files");
    await addFiles("uploads");
    await addText(CHECKSUMS, checksums.join(""));
  };

  return {
    result,
    /** The tar stream. It fails with the error of the database, the store or the backup. */
    stream: (): AsyncIterable<Uint8Array> => {
      void addAll().then(
        () => tar.controller.finalize(),
        (reason) => tar.controller.error(reason),
      );
      return tar.readable;
    },
  };
};

const assertFree = async (file: string): Promise<void> => {
  if (await stat(file).catch(() => null)) {
    throw new BackupError(`${file} already exists. Choose another file, or delete it.`);
  }
};

/** @throws BackupError when the snapshot is not one that this version can read */
const assertReadable = async ({ migrations }: Snapshot): Promise<void> => {
  if (migrations.length === 0) throw new BackupError("There is no school in this database yet.");
  const known = new Set(await migrationNames());
  if (migrations.every((name) => known.has(name))) return;
  throw new BackupError("The school's database is newer than this version of the program.");
};

/**
 * Writes a backup of a school under a temporary name, and renames it once it is on the disk. Closes
 * the snapshot.
 * @throws BackupError, or the error of the database or the disk; then no file is left
 */
export const writeBackup = async (
  snapshot: Snapshot,
  store: Store,
  file: string,
  now: number,
  options: BackupOptions = {},
): Promise<WrittenBackup> => {
  const temporary = `${file}.${randomUUID()}.part`;
  let handle: FileHandle | null = null;
  try {
    await assertReadable(snapshot);
    await assertFree(file);
    handle = await open(temporary, "wx", 0o600);
    const { stream, result } = backupEntries(snapshot, store, now, options);
    await compressTo(stream(), handle);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await assertFree(file);
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
    return { bytes: size, ...result };
  } catch (reason) {
    await handle?.close().catch(() => {});
    await rm(temporary, { force: true });
    throw reason;
  } finally {
    await snapshot.close();
  }
};
