/** The subset of tar (POSIX ustar) that a backup needs: plain files with short ASCII names. */

const BLOCK = 512;
/** Twelve octal digits less the terminator: 8 GiB. */
const MAX_SIZE = 8 ** 11 - 1;
const MAX_NAME_LENGTH = 100;
/** `ustar`, its terminator, and version 00. */
const MAGIC = "ustar\x0000";
/** A tar file ends with two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");

const checksumOf = (header: Buffer): number => {
  let sum = 0;
  // The checksum's own field counts as spaces.
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum;
};

/**
 * The header block of a file that only its owner may read.
 * @param seconds its time, in seconds since 1970
 */
export const tarHeader = (name: string, size: number, seconds: number): Buffer => {
  if (name.length > MAX_NAME_LENGTH || size > MAX_SIZE) {
    throw new RangeError(`${name} does not fit into a tar file`);
  }
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, "ascii");
  header.write(octal(0o600, 7), 100, "ascii");
  header.write(octal(0, 7), 108, "ascii");
  header.write(octal(0, 7), 116, "ascii");
  header.write(octal(size, 11), 124, "ascii");
  header.write(octal(seconds, 11), 136, "ascii");
  header.write("0", 156, "ascii");
  header.write(MAGIC, 257, "latin1");
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148, "latin1");
  return header;
};

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The zeros that fill up a file's last block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc(paddingOf(size));

/** The tar file ends before its end mark. */
export class TarCutError extends Error {}

/** The bytes are not a tar file of this kind. */
export class TarDamagedError extends Error {}

/** Reads exact numbers of bytes from a stream, and holds one piece of it at a time. */
class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** @throws TarCutError at the end of the stream */
  async #piece(most: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) throw new TarCutError("The stream has ended");
      this.#held = next.value;
    }
    const piece = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(piece.length);
    return piece;
  }

  async *stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const piece = await this.#piece(left);
      left -= piece.length;
      yield piece;
    }
  }

  async read(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.stream(size)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** Reads to the end, so that the source checks all of its bytes. */
  async drain(): Promise<void> {
    this.#held = Buffer.alloc(0);
    while (!(await this.#pieces.next()).done);
  }
}

export interface TarEntry {
  name: string;
  size: number;
  /** Its bytes. What the caller leaves unread is skipped. */
  bytes: AsyncGenerator<Buffer>;
}

const field = (header: Buffer, at: number, length: number): string =>
  header.toString("latin1", at, at + length).replace(/[\0 ].*$/s, "");

const parseHeader = (header: Buffer): { name: string; size: number } => {
  const sum = Number.parseInt(field(header, 148, 8), 8);
  const size = Number.parseInt(field(header, 124, 12), 8);
  const isSound = sum === checksumOf(header) && header[156] === 48 && size >= 0;
  if (!isSound) throw new TarDamagedError("A header is damaged");
  return { name: field(header, 0, MAX_NAME_LENGTH), size };
};

/**
 * The files of a tar stream, in order.
 * @throws TarCutError or TarDamagedError; also the stream's own error
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(stream);
  for (;;) {
    const header = await reader.read(BLOCK);
    if (header.every((byte) => byte === 0)) return reader.drain();
    const { name, size } = parseHeader(header);
    const bytes = reader.stream(size);
    yield { name, size, bytes };
    for await (const _ of bytes);
    await reader.read(paddingOf(size));
  }
}
