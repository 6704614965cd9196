import type { AttachmentKind } from "../attachment.ts";
import {
  assertSize,
  ByteReader,
  DamagedPhoto,
  orientationIn,
  orientationOnly,
  Pieces,
} from "./byte-reader.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanWebp } from "./clean-webp.ts";

const HEADER_BYTES = 8;
/** Length, name and checksum. */
const AROUND_BYTES = 12;

/** The chunks for pixels, colours, sizes and animations. All others may tell who, where or when. */
const NEEDED = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs bKGD hIST mDCV cLLI acTL fcTL fdAT".split(
    " ",
  ),
);

/** The checksum of a chunk, over its name and data. */
const checksum = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
};

const chunk = (name: string, data: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(AROUND_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(
    Uint8Array.from(name, (sign) => sign.charCodeAt(0)),
    4,
  );
  bytes.set(data, 8);
  view.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)));
  return bytes;
};

interface Chunk {
  name: string;
  start: number;
  end: number;
}

/** The chunks up to the end of the picture. */
const chunksOf = (reader: ByteReader): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let start = HEADER_BYTES; chunks.at(-1)?.name !== "IEND"; ) {
    const end = start + AROUND_BYTES + reader.number(start, 4);
    reader.part(start, end);
    chunks.push({ name: reader.text(start + 4, 4), start, end });
    start = end;
  }
  return chunks;
};

/**
 * Removes a PNG's texts, times, Exif but for the orientation, XMP, private chunks, and whatever
 * follows its end. Keeps its pixels and colours as they are.
 * @throws DamagedPhoto
 */
const cleanPng = (bytes: Uint8Array): Pieces => {
  const reader = new ByteReader(bytes);
  const pieces = new Pieces(bytes);
  const chunks = chunksOf(reader);
  const isComplete = chunks[0]?.name === "IHDR" && chunks.some(({ name }) => name === "IDAT");
  if (!isComplete) throw new DamagedPhoto();
  assertSize(reader.number(HEADER_BYTES + 8, 4), reader.number(HEADER_BYTES + 12, 4));
  const exif = chunks.find(({ name }) => name === "eXIf");
  const orientation = exif ? orientationIn(reader.part(exif.start + 8, exif.end - 4)) : 1;
  pieces.keep(0, HEADER_BYTES);
  for (const { name, start, end } of chunks) {
    if (NEEDED.has(name)) pieces.keep(start, end);
    if (name === "IHDR" && orientation > 1) pieces.add(chunk("eXIf", orientationOnly(orientation)));
  }
  return pieces;
};

/** The photos that are kept as they came. A HEIC is made a JPEG, by the browser or the school. */
export type PhotoKind = Exclude<AttachmentKind, "heic" | "pdf" | "draft">;

const CLEANERS: Record<PhotoKind, (bytes: Uint8Array) => Pieces> = {
  jpeg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
};

/**
 * Removes what a photo tells besides its picture: where and when it was taken, by whom and with
 * what, previews, and anything behind its end. Pixels, colours and the way the photo is turned stay,
 * because the photo is not decoded. Takes a time and memory that are proportional to its size.
 * @returns the new file in pieces, some of them views of the bytes; the bytes themselves when there is
 *   nothing to remove; null for a photo that is cut off or damaged, or has too many pixels to open
 */
export const cleanPhoto = (kind: PhotoKind, bytes: Uint8Array): readonly Uint8Array[] | null => {
  try {
    return CLEANERS[kind](bytes).all();
  } catch (reason) {
    if (reason instanceof DamagedPhoto) return null;
    throw reason;
  }
};
