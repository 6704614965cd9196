import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";

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

/** Writes bytes to a file, compressed with Zstandard. */
export const compressTo = (pieces: AsyncIterable<Uint8Array>, target: FileHandle): Promise<void> =>
  pipeline(
    Readable.from(inLargePieces(pieces), { objectMode: false }),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const piece of compressed) await target.writeFile(piece);
    },
  );
