import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteSpan } from "./store.ts";

/** Larger pieces take less processor time for each byte. */
const PIECE_BYTES = 128 * 1024;
/** As many as twenty downloads need: each sends one piece while it reads the next. */
const MAX_FREE = 40;

/** The memory of pieces that have been sent. */
const free: ArrayBufferLike[] = [];
/** Whose memory may be used again. Anybody may give back any bytes. */
const own = new WeakSet<ArrayBufferLike>();

const takeMemory = (): ArrayBufferLike => {
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES).buffer;
  own.add(memory);
  return memory;
};

/**
 * Takes back a piece of a file, whose memory the next piece uses. New memory for each piece makes V8
 * look through the whole heap every few megabytes, which took a third of the time of a large download.
 * A piece that nobody gives back is only collected later.
 * @param piece nothing reads it any more: not the network either
 */
export const giveBack = ({ buffer }: Uint8Array): void => {
  // Removed, so that memory given back twice is free only once.
  if (own.delete(buffer) && free.length < MAX_FREE) free.push(buffer);
};

async function* pieces(file: string, span?: ByteSpan | null): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    let at = span?.first ?? 0;
    const end = span ? span.last + 1 : Number.POSITIVE_INFINITY;
    while (at < end) {
      const memory = Buffer.from(takeMemory());
      const length = Math.min(PIECE_BYTES, end - at);
      const { bytesRead } = await handle.read(memory, 0, length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/**
 * The bytes of a file on this machine's disk, or a part of them, in pieces for `giveBack`. It fails at
 * the first piece if the file is not there.
 */
export const readSpan = (file: string, span?: ByteSpan | null): Readable =>
  Readable.from(pieces(file, span));
