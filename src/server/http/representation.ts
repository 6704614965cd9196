import { createHash } from "node:crypto";
import { promisify } from "node:util";
import zlib from "node:zlib";

export type Encoding = "br" | "gzip" | "zstd";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const zstd = promisify(zlib.zstdCompress);

/** Shorter bodies gain nothing: they fit one packet as they are. */
export const COMPRESSED_FROM_BYTES = 1024;

/** The best brotli level costs a second for each megabyte; longer bodies get the next best. */
const BEST_LEVEL_UP_TO_BYTES = 128 * 1024;

const brotliLevel = (bytes: Buffer, once: boolean): number => {
  if (!once) return 4;
  return bytes.length <= BEST_LEVEL_UP_TO_BYTES ? 11 : 9;
};

/**
 * Compresses off the main thread.
 * @param once true for what is kept and sent many times, which is worth a higher level
 */
export const compress = (bytes: Buffer, encoding: Encoding, once: boolean): Promise<Buffer> => {
  if (encoding === "gzip") return gzip(bytes, { level: once ? 9 : 6 });
  if (encoding === "zstd") {
    return zstd(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: once ? 19 : 3 } });
  }
  return brotli(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: brotliLevel(bytes, once),
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
};

/** An entity tag's inside for these bytes. */
export const tagOf = (bytes: string | Buffer): string =>
  createHash("sha256").update(bytes).digest("base64url").slice(0, 22);

/** Bytes that are sent many times: serialized once, and compressed once for each encoding asked for. */
export class Representation<Value = unknown> {
  /** What its JSON says; for the type checker alone. */
  declare readonly value: Value;
  readonly type: string;
  readonly tag: string;
  readonly bytes: Buffer;
  readonly #compressed = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(type: string, bytes: Buffer, tag: string = tagOf(bytes)) {
    this.type = type;
    this.bytes = bytes;
    this.tag = tag;
  }

  static json<Value>(value: Value, tag?: string): Representation<Value> {
    return new Representation("application/json", Buffer.from(JSON.stringify(value)), tag);
  }

  /** Memory held, about, once it has been sent in one encoding. */
  get weight(): number {
    return this.bytes.length * 1.5;
  }

  /** The compressed bytes; at once when they have been asked for before. */
  in(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const coming = compress(this.bytes, encoding, true).then((bytes) => {
      this.#compressed.set(encoding, bytes);
      return bytes;
    });
    this.#compressed.set(encoding, coming);
    return coming;
  }
}
