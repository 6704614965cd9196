import type { Reader } from "@zip.js/zip.js";
import { LRUCache } from "lru-cache";
import { type Store, sentFile } from "../../store/store.ts";
import { receivedBytes, type SourcePart } from "./source-parts.ts";

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

  /** All bytes of the file. They end early if the store has damaged a part, and the checksum is wrong then. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size; ) {
      const piece = await this.#pieceAt(at, PIECE);
      if (piece.length === 0) return;
      at += piece.length;
      yield piece;
    }
  }

  /** The file for zip.js, which uses only these members of a reader, though its type has more. */
  asZip(): Reader<unknown> {
    const { size } = this;
    const stream = (from: number, to: number) => {
      let at = from;
      return new ReadableStream({
        pull: async (controller) => {
          const piece = await this.bytes(at, Math.min(PIECE, to - at));
          at += piece.length;
          if (piece.length > 0) controller.enqueue(piece);
          if (piece.length === 0 || at >= to) controller.close();
        },
      });
    };
    const reader = {
      size,
      readUint8Array: (from: number, length: number) => this.bytes(from, length),
      createReadable: ({ offset = 0, size: length = size } = {}) => stream(offset, offset + length),
    };
    return reader as unknown as Reader<unknown>;
  }
}
