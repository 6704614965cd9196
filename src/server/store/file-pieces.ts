import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteSpan } from "./store.ts";

/** Larger pieces take less processor time for each byte. */
const PIECE_BYTES = 128 * 1024;
/** Enough for twenty downloads: each sends one piece while it reads the next. */
const MAX_FREE = 40;

/** The buffers of pieces that have been sent. */
const free: ArrayBufferLike[] = [];
/** The buffers in use that this module has allocated. `recyclePiece` ignores all others. */
const own = new WeakSet<ArrayBufferLike>();

const takeBuffer = (): ArrayBufferLike => {
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES).buffer;
  own.add(memory);
  return memory;
};

/**
 * Reuses the buffer of a piece for the next one. A new buffer for each piece makes V8 collect
 * garbage every few megabytes, which took a third of the time of a large download. A piece that is
 * not recycled is garbage-collected.
 * @param piece must not be in use any more, not even by the network
 */
export const recyclePiece = ({ buffer }: Uint8Array): void => {
  // Deleted, so that a buffer that is recycled twice is free only once.
  if (own.delete(buffer) && free.length < MAX_FREE) free.push(buffer);
};

async function* pieces(file: string, span?: ByteSpan | null): AsyncGenerator<Buffer> {
  await using handle = await open(file);
  let at = span?.first ?? 0;
  const end = span ? span.last + 1 : Number.POSITIVE_INFINITY;
  while (at < end) {
    const memory = Buffer.from(takeBuffer());
    const length = Math.min(PIECE_BYTES, end - at);
    const { bytesRead } = await handle.read(memory, 0, length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield memory.subarray(0, bytesRead);
  }
}

/**
 * Streams a file of this machine's disk, or a part of it. Its pieces may go to `recyclePiece`. A
 * missing file is an error at the first piece.
 */
export const readSpan = (file: string, span?: ByteSpan | null): Readable =>
  Readable.from(pieces(file, span));
