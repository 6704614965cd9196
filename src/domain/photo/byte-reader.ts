/** Where a photo ends early or contradicts itself. */
export class DamagedPhoto extends Error {}

/** A photo with more pixels would fill the memory of whoever opens it. */
const MAX_PIXELS = 150_000_000;

/** @throws DamagedPhoto for a picture without pixels, or with too many to open */
export const assertSize = (width: number, height: number): void => {
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) throw new DamagedPhoto();
};

/** Reads numbers and names from bytes. Each method throws `DamagedPhoto` after the end. */
export class ByteReader {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get length(): number {
    return this.bytes.length;
  }

  /** @param size in bytes; up to 6, or 8 for a number that is small */
  number(at: number, size: number, littleEndian = false): number {
    const bytes = this.part(at, at + size);
    let value = 0;
    for (const byte of littleEndian ? bytes.toReversed() : bytes) value = value * 256 + byte;
    return value;
  }

  /** Bytes as Latin-1, such as the name of a chunk. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.part(at, at + length));
  }

  /** A view of some bytes. */
  part(from: number, to: number): Uint8Array {
    if (from < 0 || to > this.length || from > to) throw new DamagedPhoto();
    return this.bytes.subarray(from, to);
  }
}

/** Collects the pieces of the new file. Neighbours in the original become one piece. */
export class Pieces {
  readonly #original: Uint8Array;
  readonly #pieces: Uint8Array[] = [];
  /** Where the last piece ends in the original, unless it is from elsewhere. */
  #end: number | null = null;

  constructor(original: Uint8Array) {
    this.#original = original;
  }

  /** Adds bytes of the original. */
  keep(from: number, to: number): void {
    const last = this.#pieces.at(-1);
    if (last && from === this.#end) {
      this.#pieces[this.#pieces.length - 1] = this.#original.subarray(from - last.length, to);
    } else this.#pieces.push(this.#original.subarray(from, to));
    this.#end = to;
  }

  add(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#end = null;
  }

  get length(): number {
    return this.#pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** All pieces; the original itself when nothing has changed. */
  all(): readonly Uint8Array[] {
    const original = this.#original;
    return this.length === original.length && this.#isOriginal() ? [original] : this.#pieces;
  }

  /** Whether the pieces are the original's bytes, also those that were written again. */
  #isOriginal(): boolean {
    const original = this.#original;
    let at = 0;
    for (const piece of this.#pieces) {
      const start = at;
      const isView =
        piece.buffer === original.buffer && piece.byteOffset === original.byteOffset + start;
      if (!isView && piece.some((byte, index) => byte !== original[start + index])) return false;
      at += piece.length;
    }
    return true;
  }
}

/** Stands before Exif data in a JPEG; some programs write it into other files too. */
export const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
/** More entries than any camera writes. */
const MAX_ENTRIES = 1000;

const read = (tiff: ByteReader): number => {
  const order = tiff.text(0, 2);
  const little = order === "II";
  if ((!little && order !== "MM") || tiff.number(2, 2, little) !== 42) return 1;
  const directory = tiff.number(4, 4, little);
  const count = Math.min(tiff.number(directory, 2, little), MAX_ENTRIES);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (tiff.number(entry, 2, little) !== ORIENTATION) continue;
    const value = tiff.number(entry + 8, 2, little);
    return tiff.number(entry + 2, 2, little) === SHORT && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
};

/**
 * The orientation in Exif data.
 * @param tiff from the byte order mark on, or from `EXIF` on
 * @returns 1 to 8; 1 where the data is damaged or has none, as viewers then show the photo unturned
 */
export const orientationIn = (tiff: Uint8Array): number => {
  try {
    const reader = new ByteReader(tiff);
    return reader.text(0, EXIF.length) === EXIF
      ? read(new ByteReader(tiff.subarray(EXIF.length)))
      : read(reader);
  } catch (reason) {
    if (reason instanceof DamagedPhoto) return 1;
    throw reason;
  }
};

/**
 * Exif data with an orientation and nothing else, so that a photo keeps standing upright without
 * being encoded again.
 */
export const orientationOnly = (orientation: number): Uint8Array =>
  // Byte order, 42, offset of the directory; one entry; no further directory.
  Uint8Array.of(
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  );
