import { assertSize, ByteReader, DamagedPhoto, Pieces } from "./byte-reader.ts";

interface Box {
  type: string;
  start: number;
  /** After the header. */
  from: number;
  end: number;
}

interface Range {
  from: number;
  to: number;
}

/** The boxes of a file that its pictures need. */
const FILE_BOXES = new Set(["ftyp", "meta", "mdat"]);
const META_BOXES = new Set("hdlr pitm iinf iloc iref iprp idat grpl ipro dinf".split(" "));
/** Properties of pictures that people and devices write: texts, times, data of vendors. */
const WRITTEN_PROPERTIES = new Set(["udes", "altt", "crtt", "mdft", "uuid"]);
/** Items that describe others. All other items are pictures or parts of them. */
const DESCRIPTIONS = new Set(["Exif", "mime", "uri "]);
/** The version and flags at the beginning of some boxes. */
const FULL_BYTES = 4;
/** More boxes or ranges of bytes in one place than any camera writes. */
const MAX_PARTS = 4096;
/** Exif data without an entry, after the four bytes that say where it begins. */
const EMPTY_EXIF = Uint8Array.of(0, 0, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0);

const boxesIn = (reader: ByteReader, from: number, to: number): Box[] => {
  const boxes: Box[] = [];
  for (let start = from; start < to; ) {
    const size = reader.number(start, 4);
    const isLong = size === 1;
    const length = isLong ? reader.number(start + 8, 8) : size || to - start;
    const box = {
      type: reader.text(start + 4, 4),
      start,
      from: start + (isLong ? 16 : 8),
      end: start + length,
    };
    if (box.end < box.from || box.end > to || boxes.length >= MAX_PARTS) throw new DamagedPhoto();
    boxes.push(box);
    start = box.end;
  }
  return boxes;
};

const only = (boxes: readonly Box[], type: string): Box => {
  const [found, more] = boxes.filter((box) => box.type === type);
  if (!found || more) throw new DamagedPhoto();
  return found;
};

/** The type of each item, by its id. */
const itemTypes = (reader: ByteReader, { from, end }: Box): Map<number, string> => {
  const first = from + FULL_BYTES + (reader.number(from, 1) === 0 ? 2 : 4);
  const types = new Map<number, string>();
  for (const entry of boxesIn(reader, first, end)) {
    const version = reader.number(entry.from, 1);
    const at = entry.from + FULL_BYTES;
    const idBytes = version === 3 ? 4 : 2;
    // Entries of older versions have no type, and no picture has such an entry.
    types.set(reader.number(at, idBytes), version < 2 ? "mime" : reader.text(at + idBytes + 2, 4));
  }
  return types;
};

/** Where the bytes of each item are, by its id. */
const itemRanges = (
  reader: ByteReader,
  { from }: Box,
  idat: Box | undefined,
): Map<number, Range[]> => {
  const version = reader.number(from, 1);
  let at = from + FULL_BYTES;
  const next = (size: number): number => {
    if (![0, 1, 2, 4, 8].includes(size)) throw new DamagedPhoto();
    at += size;
    return reader.number(at - size, size);
  };
  const [sizes, more] = [next(1), next(1)];
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, more >> 4];
  const indexBytes = version === 0 ? 0 : more & 15;
  const ranges = new Map<number, Range[]>();
  let count = 0;
  for (let items = next(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    const isElsewhere = next(2) !== 0;
    if (method > 1 || isElsewhere || (method === 1 && !idat)) throw new DamagedPhoto();
    const source =
      method === 1 && idat ? { from: idat.from, to: idat.end } : { from: 0, to: reader.length };
    const base = next(baseBytes);
    const own: Range[] = [];
    for (let extents = next(2); extents > 0; extents -= 1) {
      next(indexBytes);
      const start = source.from + base + next(offsetBytes);
      const end = start + next(lengthBytes);
      // A length of 0 means all that is left.
      const range = { from: start, to: end === start ? source.to : end };
      count += 1;
      if (range.to > source.to || range.from > range.to || count > MAX_PARTS) {
        throw new DamagedPhoto();
      }
      own.push(range);
    }
    ranges.set(id, own);
  }
  return ranges;
};

/** Overwrites bytes where they are, because the file names its parts by their places. */
class Eraser {
  readonly #bytes: Uint8Array;
  readonly #kept: readonly Range[];
  changed = false;

  /** @param kept ranges that are never changed */
  constructor(bytes: Uint8Array, kept: readonly Range[]) {
    this.#bytes = bytes;
    this.#kept = kept.toSorted((a, b) => a.from - b.from);
  }

  /** Replaces a box by an empty one of the same size. */
  box({ start, from, end }: Box): void {
    this.#write(start + 4, [0x66, 0x72, 0x65, 0x65]);
    this.range({ from, to: end });
  }

  /** Clears what is not kept. */
  range({ from, to }: Range): void {
    let at = from;
    for (const kept of this.#kept) {
      this.#clear(at, Math.min(kept.from, to));
      at = Math.max(at, kept.to);
    }
    this.#clear(at, to);
  }

  /** Makes an item of Exif data an empty one, unless it shares bytes with a picture. */
  exif({ from, to }: Range): void {
    const isShared = this.#kept.some((kept) => kept.from < to && kept.to > from);
    if (to - from >= EMPTY_EXIF.length && !isShared) this.#write(from, EMPTY_EXIF);
  }

  #clear(from: number, to: number): void {
    if (to <= from) return;
    this.changed ||= this.#bytes.subarray(from, to).some((byte) => byte !== 0);
    this.#bytes.fill(0, from, to);
  }

  #write(at: number, values: ArrayLike<number>): void {
    this.#bytes.set(values, at);
    this.changed = true;
  }
}

/**
 * Removes the Exif, XMP and other descriptions of a HEIC, previews of films and whatever does not
 * belong to its pictures. The file keeps its size: what is removed becomes zeros. A HEIC says apart
 * from its Exif data how the photo is turned.
 * @throws DamagedPhoto
 */
export const cleanHeic = (bytes: Uint8Array): Pieces => {
  const reader = new ByteReader(bytes);
  const file = boxesIn(reader, 0, bytes.length);
  const meta = only(file, "meta");
  const parts = boxesIn(reader, meta.from + FULL_BYTES, meta.end);
  const types = itemTypes(reader, only(parts, "iinf"));
  const idat = parts.find(({ type }) => type === "idat");
  const items = [...itemRanges(reader, only(parts, "iloc"), idat)].map(([id, ranges]) => ({
    type: types.get(id) ?? "mime",
    ranges,
  }));
  const pictures = items
    .filter(({ type }) => !DESCRIPTIONS.has(type))
    .flatMap(({ ranges }) => ranges);
  if (pictures.length === 0) throw new DamagedPhoto();

  // A `Buffer` would share its bytes with a slice.
  const cleaned = new Uint8Array(bytes);
  const eraser = new Eraser(cleaned, pictures);
  for (const box of file) {
    if (!FILE_BOXES.has(box.type)) eraser.box(box);
    if (box.type === "mdat") eraser.range({ from: box.from, to: box.end });
  }
  for (const box of parts) if (!META_BOXES.has(box.type)) eraser.box(box);
  if (idat) eraser.range({ from: idat.from, to: idat.end });
  const properties = only(parts, "iprp");
  const list = only(boxesIn(reader, properties.from, properties.end), "ipco");
  for (const box of boxesIn(reader, list.from, list.end)) {
    if (WRITTEN_PROPERTIES.has(box.type)) eraser.box(box);
    if (box.type === "ispe") {
      assertSize(reader.number(box.from + 4, 4), reader.number(box.from + 8, 4));
    }
  }
  for (const { type, ranges } of items) {
    const [first] = ranges;
    if (type === "Exif" && first) eraser.exif(first);
  }
  const pieces = new Pieces(bytes);
  if (eraser.changed) pieces.add(cleaned);
  else pieces.keep(0, bytes.length);
  return pieces;
};
