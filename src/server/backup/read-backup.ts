import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { ReadableStream } from "node:stream/web";
import { createZstdDecompress } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import * as v from "valibot";
import { migrationNames } from "../db/migrate.ts";
import {
  BACKUP_VERSION,
  BackupError,
  CHECKSUMS,
  MANIFEST,
  type Manifest,
  manifest,
  readEntryName,
  row,
} from "./backup-format.ts";
import type { Row, Value } from "./snapshot.ts";

/** The tar file ends before its end mark. */
class TarCutError extends Error {}

/** The bytes are not a tar file. */
class TarDamagedError extends Error {}

interface TarEntry {
  name: string;
  size: number;
  /** Its bytes. What the caller leaves unread is skipped. */
  bytes: AsyncIterable<Uint8Array>;
}

/** An error of the source has a code; one of modern-tar has a message alone. */
const toTarError = (reason: unknown): unknown => {
  if (!(reason instanceof Error) || "code" in reason) return reason;
  const TarError = reason.message.includes("truncated") ? TarCutError : TarDamagedError;
  return new TarError(reason.message, { cause: reason });
};

async function* withTarErrors<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (reason) {
    throw toTarError(reason);
  }
}

/**
 * The files of a tar stream, in order.
 * @throws TarCutError or TarDamagedError; also the stream's own error
 */
async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const decoder = createTarDecoder({ strict: true });
  // An error of the stream is also that of the entries.
  ReadableStream.from(stream)
    .pipeTo(decoder.writable)
    .catch(() => {});
  for await (const { header, body } of withTarErrors(decoder.readable)) {
    yield { name: header.name, size: header.size, bytes: withTarErrors(body) };
    // The decoder waits until the body has been read.
    await body.cancel();
  }
}

/** More than any part of a table. Larger lessons cannot be imported. */
const MAX_TEXT_BYTES = 256_000_000;

/** Receives the contents of a backup, in order. Must read the bytes of a file to their end. */
interface BackupReceiver {
  begin(manifest: Manifest): Promise<void>;
  rows(table: string, rows: readonly Row[]): Promise<void>;
  file(folder: "files" | "uploads", name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

const cut = (file: string) =>
  new BackupError(
    `${file} is incomplete: its end is missing. Copy it again, or use another backup.`,
  );

const damaged = (file: string, what: string) =>
  new BackupError(`${file} is damaged (${what}). Copy it again, or use another backup.`);

const noBackup = (file: string) => new BackupError(`${file} is not a backup of a school.`);

/** Converts an error of the stream or of tar to a `BackupError` with a sentence, and throws it. */
const explain = (file: string, reason: unknown): never => {
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : "";
  if (reason instanceof TarCutError || code === "Z_BUF_ERROR") throw cut(file);
  if (reason instanceof TarDamagedError) throw noBackup(file);
  if (code === "ZSTD_error_prefix_unknown") throw noBackup(file);
  if (code.startsWith("ZSTD_")) throw damaged(file, "its bytes have changed");
  if (code === "ENOENT") throw new BackupError(`There is no file ${file}.`);
  if (code === "EISDIR") throw new BackupError(`${file} is a folder, not a backup.`);
  throw reason;
};

const textOf = async ({ size, bytes }: TarEntry): Promise<string> => {
  if (size > MAX_TEXT_BYTES) throw new TarDamagedError("An entry is too large");
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const decodeManifest = async (file: string, text: string): Promise<Manifest> => {
  const read = v.safeParse(manifest, parse(text));
  if (!read.success) throw noBackup(file);
  const known = await migrationNames();
  const { version, migrations } = read.output;
  if (version > BACKUP_VERSION || migrations.some((name) => !known.includes(name))) {
    throw new BackupError(
      `${file} was made by a newer version of the program. Update this one, and restore it then.`,
    );
  }
  if (migrations.some((name, at) => name !== known[at])) throw damaged(file, MANIFEST);
  return read.output;
};

const decodeCell = (cell: v.InferOutput<typeof row>[string]): Value =>
  typeof cell === "object" && cell !== null ? Buffer.from(cell.base64, "base64") : cell;

const decodeRows = (text: string): Row[] | null => {
  const rows: Row[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const read = v.safeParse(row, parse(line));
    if (!read.success) return null;
    const cells = Object.entries(read.output).map(([name, cell]) => [name, decodeCell(cell)]);
    rows.push(Object.fromEntries(cells));
  }
  return rows;
};

/** The first name whose checksum is not the one in the list. @returns null when all are the same */
const firstDifference = (found: readonly string[], list: string): string | null => {
  const lines = list.split("\n").filter((line) => line !== "");
  const at = Math.max(found.length, lines.length);
  for (let line = 0; line < at; line += 1) {
    if (found[line] !== lines[line]) return (lines[line] ?? found[line] ?? "").slice(66);
  }
  return null;
};

/** Takes the entries of a backup one after another. */
const createReading = (file: string, receiver: BackupReceiver) => {
  const checksums: string[] = [];
  let hasBegun = false;
  let isComplete = false;

  /** The same entry. Records its checksum when its bytes have been read. */
  const hashed = (entry: TarEntry): TarEntry => {
    async function* bytes() {
      const hash = createHash("sha256");
      for await (const piece of entry.bytes) {
        hash.update(piece);
        yield piece;
      }
      checksums.push(`${hash.digest("hex")}  ${entry.name}`);
    }
    return { ...entry, bytes: bytes() };
  };

  const take = async (entry: TarEntry): Promise<void> => {
    const { name } = entry;
    if (!hasBegun) {
      if (name !== MANIFEST) throw noBackup(file);
      hasBegun = true;
      return receiver.begin(await decodeManifest(file, await textOf(hashed(entry))));
    }
    if (isComplete) throw damaged(file, name);
    if (name === CHECKSUMS) {
      const different = firstDifference(checksums, await textOf(entry));
      if (different !== null) throw damaged(file, different);
      isComplete = true;
      return;
    }
    const entryName = readEntryName(name);
    if (entryName === null) throw damaged(file, name);
    if ("folder" in entryName) {
      return receiver.file(entryName.folder, entryName.file, hashed(entry).bytes);
    }
    const rows = decodeRows(await textOf(hashed(entry)));
    if (rows === null) throw damaged(file, name);
    await receiver.rows(entryName.table, rows);
  };

  return { take, isComplete: () => isComplete };
};

/** @param take returns whether to go on with the next entry */
const readEntries = async (
  file: string,
  take: (entry: TarEntry) => Promise<boolean>,
): Promise<void> => {
  const source = createReadStream(file);
  const stream = createZstdDecompress();
  source.on("error", (reason) => stream.destroy(reason));
  try {
    for await (const entry of readTar(source.pipe(stream))) if (!(await take(entry))) break;
  } catch (reason) {
    explain(file, reason);
  } finally {
    source.destroy();
    stream.destroy();
  }
};

/**
 * Reads the beginning of a backup.
 * @throws BackupError when there is no such file, or it is no backup that this version can restore
 */
export const readManifest = async (file: string): Promise<Manifest> => {
  let found: Manifest | undefined;
  const begin = async (manifest: Manifest) => {
    found = manifest;
  };
  const reading = createReading(file, { begin, rows: async () => {}, file: async () => {} });
  await readEntries(file, async (entry) => {
    await reading.take(entry);
    return false;
  });
  if (!found) throw cut(file);
  return found;
};

/**
 * Reads a whole backup and verifies it.
 * @throws BackupError when the file is incomplete, damaged, from a newer version, or no backup; an
 * error of the receiver
 */
export const readBackup = async (file: string, receiver: BackupReceiver): Promise<void> => {
  const reading = createReading(file, receiver);
  await readEntries(file, async (entry) => {
    await reading.take(entry);
    return true;
  });
  if (!reading.isComplete()) throw cut(file);
};
