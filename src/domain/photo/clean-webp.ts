import {
  assertSize,
  ByteReader,
  DamagedPhoto,
  orientationIn,
  orientationOnly,
  Pieces,
} from "./byte-reader.ts";

const HEADER_BYTES = 12;
/** The frame's place and duration, before its chunks. */
const FRAME_BYTES = 16;
/** Makes a chunk even whose last one is not. */
const PADDING = Uint8Array.of(0);
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** The chunks for pixels, colours and animations, but for frames and the header. */
const NEEDED = new Set(["VP8 ", "VP8L", "ALPH", "ANIM", "ICCP"]);
const PICTURES = new Set(["VP8 ", "VP8L", "ANMF"]);
/** The chunks of a frame of an animation. */
const IN_FRAME = new Set(["VP8 ", "VP8L", "ALPH"]);

interface Chunk {
  name: string;
  /** Of the name. */
  start: number;
  /** Of the data. */
  from: number;
  to: number;
  /** With the byte that makes it even. */
  end: number;
}

function* chunksIn(reader: ByteReader, from: number, to: number): Generator<Chunk> {
  for (let start = from; start < to; ) {
    const size = reader.number(start + 4, 4, true);
    const data = start + 8;
    if (data + size > to) throw new DamagedPhoto();
    // The last chunk of some files lacks the byte that makes it even.
    const end = Math.min(data + size + (size % 2), to);
    yield { name: reader.text(start, 4), start, from: data, to: data + size, end };
    start = end;
  }
}

const header = (name: string, size: number): Uint8Array => {
  const bytes = Uint8Array.from(`${name}    `, (sign) => sign.charCodeAt(0));
  new DataView(bytes.buffer).setUint32(4, size, true);
  return bytes;
};

const assertDimensions = (reader: ByteReader, { name, from }: Chunk): void => {
  if (name === "VP8X") {
    assertSize(reader.number(from + 4, 3, true) + 1, reader.number(from + 7, 3, true) + 1);
  }
  if (name === "VP8 ") {
    assertSize(
      reader.number(from + 6, 2, true) & 0x3fff,
      reader.number(from + 8, 2, true) & 0x3fff,
    );
  }
  if (name === "VP8L") {
    const bits = reader.number(from + 1, 4, true);
    assertSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
};

/** Adds a frame of an animation without anything but its pixels. */
const addFrame = (reader: ByteReader, pieces: Pieces, { start, from, to, end }: Chunk): void => {
  reader.part(from, from + FRAME_BYTES);
  const chunks = [...chunksIn(reader, from + FRAME_BYTES, to)];
  const kept = chunks.filter(({ name }) => IN_FRAME.has(name));
  if (kept.length === chunks.length) {
    pieces.keep(start, end);
    return;
  }
  const size = kept.reduce((sum, chunk) => sum + chunk.end - chunk.start, FRAME_BYTES);
  pieces.add(header("ANMF", size));
  pieces.keep(from, from + FRAME_BYTES);
  for (const chunk of kept) pieces.keep(chunk.start, chunk.end);
  if (size % 2 === 1) pieces.add(PADDING);
};

/**
 * Removes a WebP's Exif but for the orientation, XMP, unknown chunks, and whatever follows its end.
 * Keeps its pixels and colours as they are.
 * @throws DamagedPhoto
 */
export const cleanWebp = (bytes: Uint8Array): Pieces => {
  const reader = new ByteReader(bytes);
  const end = 8 + reader.number(4, 4, true);
  if (end > bytes.length) throw new DamagedPhoto();
  const chunks = [...chunksIn(reader, HEADER_BYTES, end)];
  if (!chunks.some(({ name }) => PICTURES.has(name))) throw new DamagedPhoto();
  const exif = chunks.find(({ name }) => name === "EXIF");
  const orientation = exif ? orientationIn(reader.part(exif.from, exif.to)) : 1;

  const body = new Pieces(bytes);
  for (const chunk of chunks) {
    const { name, start, from, end: chunkEnd } = chunk;
    assertDimensions(reader, chunk);
    if (name === "ANMF") addFrame(reader, body, chunk);
    else if (name === "VP8X") {
      const others = reader.number(from, 1) & ~(HAS_EXIF | HAS_XMP);
      body.keep(start, from);
      body.add(Uint8Array.of(others | (orientation > 1 ? HAS_EXIF : 0)));
      body.keep(from + 1, chunkEnd);
    } else if (NEEDED.has(name)) body.keep(start, chunkEnd);
  }
  if (orientation > 1) {
    if (body.length % 2 === 1) body.add(PADDING);
    const data = orientationOnly(orientation);
    body.add(header("EXIF", data.length));
    body.add(data);
  }
  const pieces = new Pieces(bytes);
  pieces.add(header("RIFF", body.length + 4));
  pieces.keep(8, HEADER_BYTES);
  for (const piece of body.all()) pieces.add(piece);
  return pieces;
};
