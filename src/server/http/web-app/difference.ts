import { hash } from "node:crypto";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { DifferenceEncoding } from "./dictionaries.ts";

const brotli = promisify(zlib.brotliCompress);
const zstd = promisify(zlib.zstdCompress);

/** RFC 9842 precedes each stream by these bytes and the SHA-256 of the dictionary. */
const MAGIC: Record<DifferenceEncoding, Buffer> = {
  dcb: Buffer.from([0xff, 0x44, 0x43, 0x42]),
  dcz: Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]),
};

const compressed: Record<
  DifferenceEncoding,
  (bytes: Buffer, dictionary: Buffer) => Promise<Buffer>
> = {
  dcb: (bytes, dictionary) => {
    const options: zlib.BrotliOptions & { dictionary: Buffer } = {
      dictionary,
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    };
    return brotli(bytes, options);
  },
  dcz: (bytes, dictionary) =>
    zstd(bytes, { dictionary, params: { [zlib.constants.ZSTD_c_compressionLevel]: 19 } }),
};

/** Compresses a file with an older version as its dictionary, in the thread pool. */
export const differenceOf = async (
  encoding: DifferenceEncoding,
  bytes: Buffer,
  dictionary: Buffer,
): Promise<Buffer> =>
  Buffer.concat([
    MAGIC[encoding],
    hash("sha256", dictionary, "buffer"),
    await compressed[encoding](bytes, dictionary),
  ]);
