import { hash } from "node:crypto";
import type { Transform } from "node:stream";
import { promisify } from "node:util";
import zlib from "node:zlib";

export type Encoding = "br" | "gzip" | "zstd";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const zstd = promisify(zlib.zstdCompress);

/** Compressing shorter bodies gains nothing, because they fit in one packet. */
export const COMPRESSED_FROM_BYTES = 1024;

/** The highest brotli level takes a second per megabyte, so longer bodies get the next level. */
const BEST_LEVEL_UP_TO_BYTES = 128 * 1024;

const brotliLevel = (bytes: Buffer, once: boolean): number => {
  if (!once) return 4;
  return bytes.length <= BEST_LEVEL_UP_TO_BYTES ? 11 : 9;
};

/**
 * Shorter bytes are compressed synchronously, in 60 µs. Passing them to the thread pool takes the
 * process as long, and the pool four times that, measured with 1 to 15 kB.
 */
const AT_ONCE_UP_TO_BYTES = 16 * 1024;

/**
 * Compresses bytes; longer ones in the thread pool. Hono's `compress` has no Brotli, and compresses
 * each answer again.
 * @param once true for cached bytes that are sent many times, which justify a higher level
 */
export const compress = (
  bytes: Buffer,
  encoding: Encoding,
  once: boolean,
): Buffer | Promise<Buffer> => {
  const atOnce = !once && bytes.length <= AT_ONCE_UP_TO_BYTES;
  if (encoding === "gzip") {
    const options = { level: once ? 9 : 6 };
    return atOnce ? zlib.gzipSync(bytes, options) : gzip(bytes, options);
  }
  if (encoding === "zstd") {
    const options = { params: { [zlib.constants.ZSTD_c_compressionLevel]: once ? 19 : 3 } };
    return atOnce ? zlib.zstdCompressSync(bytes, options) : zstd(bytes, options);
  }
  const options = {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: brotliLevel(bytes, once),
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  return atOnce ? zlib.brotliCompressSync(bytes, options) : brotli(bytes, options);
};

/**
 * A stream that compresses, at levels that are fast enough for an answer that is sent once.
 * @param brotliWindow the logarithm of the window's size; a smaller one takes less memory
 */
export const createCompressor = (encoding: Encoding, brotliWindow = 22): Transform => {
  if (encoding === "gzip") return zlib.createGzip();
  if (encoding === "zstd") return zlib.createZstdCompress();
  return zlib.createBrotliCompress({
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
      [zlib.constants.BROTLI_PARAM_LGWIN]: brotliWindow,
    },
  });
};

/** The value of an entity tag for these bytes, without quotes. */
export const etagOf = (bytes: string | Buffer): string =>
  hash("sha256", bytes, "base64url").slice(0, 22);

/**
 * Bytes that are sent many times: serialized once, and compressed once for each requested encoding.
 */
export class Representation<Value = unknown> {
  /** The type of the JSON; exists for the type checker only. */
  declare readonly value: Value;
  readonly type: string;
  readonly tag: string;
  readonly bytes: Buffer;
  readonly #compressed = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(type: string, bytes: Buffer, tag: string = etagOf(bytes)) {
    this.type = type;
    this.bytes = bytes;
    this.tag = tag;
  }

  static json<Value>(value: Value, tag?: string): Representation<Value> {
    return new Representation("application/json", Buffer.from(JSON.stringify(value)), tag);
  }

  /** Approximate memory use, once it has been sent in one encoding. */
  get weight(): number {
    return this.bytes.length * 1.5;
  }

  /** The compressed bytes; synchronous when they are cached. */
  in(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const coming = Promise.resolve(compress(this.bytes, encoding, true)).then((bytes) => {
      this.#compressed.set(encoding, bytes);
      return bytes;
    });
    this.#compressed.set(encoding, coming);
    return coming;
  }
}
