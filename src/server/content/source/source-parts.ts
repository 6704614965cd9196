import { ReadableStream } from "node:stream/web";
import type { Reader } from "@zip.js/zip.js";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { type Store, sentFile } from "../../store/store.ts";

/** How long a file may take to be sent. Its parts go after that. */
const KEPT_MS = 2 * 86_400_000;

/** A part of a file that is being sent. */
export interface SourcePart {
  readonly position: number;
  readonly size: number;
  /** The name in the store. */
  readonly stored: string;
}

/** The parts of a file from its start on, without a gap, in order. */
export const readParts = async (db: Kysely<Tables>, checksum: string): Promise<SourcePart[]> => {
  const rows = await db
    .selectFrom("source_part")
    .select(["position", "size", "stored"])
    .where("checksum", "=", checksum)
    .orderBy("position")
    .execute();
  const parts: SourcePart[] = [];
  let end = 0;
  for (const row of rows) {
    const position = Number(row.position);
    if (position !== end) break;
    parts.push({ ...row, position });
    end += row.size;
  }
  return parts;
};

/** How many bytes of a file have arrived. */
export const receivedBytes = (parts: readonly SourcePart[]): number => {
  const last = parts.at(-1);
  return last ? last.position + last.size : 0;
};

/** Adds a part; call within a write. @returns false if there is one at its position */
export const addPart = async (
  db: Kysely<Tables>,
  checksum: string,
  part: SourcePart,
  now: number,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("source_part")
    .values({ checksum, ...part, created: now })
    .onConflict((conflict) => conflict.columns(["checksum", "position"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Forgets the parts of a file; call within a write. Their bytes are to be deleted after it. */
export const removeParts = async (db: Kysely<Tables>, checksum: string): Promise<void> => {
  await db.deleteFrom("source_part").where("checksum", "=", checksum).execute();
};

/**
 * The parts of a file from its start on whose bytes the store has. Forgets the others, so that they are sent again:
 * parts that are damaged would keep the file from being sent for days.
 */
export const intactParts = async (
  database: Database,
  store: Store,
  checksum: string,
): Promise<SourcePart[]> => {
  const parts = await readParts(database.read, checksum);
  const files = parts.map(({ stored, size }) => ({ key: sentFile(stored), size }));
  const lost = new Set((await store.missing(files)).map(({ key }) => key.name));
  const first = parts.findIndex(({ stored }) => lost.has(stored));
  if (first < 0) return parts;
  const stored = parts.slice(first).map((part) => part.stored);
  await database.write((db) =>
    db.deleteFrom("source_part").where("stored", "in", stored).execute(),
  );
  return parts.slice(0, first);
};

/** Whether the store can read all parts. Reads their bytes on a disk. */
export const hasAllParts = async (store: Store, parts: readonly SourcePart[]): Promise<boolean> => {
  for (const { stored, size } of parts) {
    const key = sentFile(stored);
    if ((await store.sizeOf(key)) !== size || (await store.checksumOf(key)) === null) return false;
  }
  return true;
};

/** Whether the stored file is a part of a file that is being sent. */
export const isPartOfSource = async (read: Database["read"], stored: string): Promise<boolean> =>
  (await read
    .selectFrom("source_part")
    .select("stored")
    .where("stored", "=", stored)
    .executeTakeFirst()) !== undefined;

/** Forgets the parts of files whose sending was given up; call within a write. Their bytes go within a day. */
export const sweepSourceParts = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db
    .deleteFrom("source_part")
    .where("created", "<", now - KEPT_MS)
    .execute();
};

/** How many parts are kept in memory: a zip is read at its end and at several entries at a time. */
const KEPT_PARTS = 6;
/** The most bytes of a piece. */
const PIECE = 1024 * 1024;

/** Reads a file that lies in the store in parts. */
export class PartsReader {
  readonly size: number;
  readonly #store: Store;
  readonly #parts: readonly SourcePart[];
  readonly #read = new LRUCache<string, Promise<Buffer>>({ max: KEPT_PARTS });

  constructor(store: Store, parts: readonly SourcePart[]) {
    this.#store = store;
    this.#parts = parts;
    this.size = receivedBytes(parts);
  }

  /** Some of the bytes from a place on: at least one, unless the file ends there. */
  async #pieceAt(at: number, length: number): Promise<Buffer> {
    const part = this.#parts.find(({ position, size }) => at >= position && at < position + size);
    if (!part || length <= 0) return Buffer.alloc(0);
    const { stored, position } = part;
    const bytes = this.#read.get(stored) ?? this.#store.read(sentFile(stored));
    this.#read.set(stored, bytes);
    return (await bytes).subarray(at - position, at - position + length);
  }

  /** The bytes from a place on, fewer at the end of the file. */
  async bytes(from: number, length: number): Promise<Uint8Array> {
    const pieces: Buffer[] = [];
    for (let at = from; at < from + length; ) {
      const piece = await this.#pieceAt(at, from + length - at);
      if (piece.length === 0) break;
      pieces.push(piece);
      at += piece.length;
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  /**
   * The bytes between two places, or all of the file. They end early if the store has damaged a part, and the checksum
   * is wrong then.
   */
  async *pieces(from = 0, to = this.size): AsyncGenerator<Buffer> {
    for (let at = from; at < to; ) {
      const piece = await this.#pieceAt(at, Math.min(PIECE, to - at));
      if (piece.length === 0) return;
      at += piece.length;
      yield piece;
    }
  }

  /** The file for zip.js, which uses only these members of a reader, though its type has more. */
  asZip(): Reader<unknown> {
    const { size } = this;
    const reader = {
      size,
      readUint8Array: (from: number, length: number) => this.bytes(from, length),
      createReadable: ({ offset = 0, size: length = size } = {}) =>
        ReadableStream.from(this.pieces(offset, offset + length)),
    };
    return reader as unknown as Reader<unknown>;
  }
}
