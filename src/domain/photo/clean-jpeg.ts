import {
  assertSize,
  ByteReader,
  DamagedPhoto,
  EXIF,
  orientationIn,
  orientationOnly,
  Pieces,
} from "./byte-reader.ts";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** Huffman and arithmetic tables share the range of the frame headers. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a segment: restarts, and the obsolete TEM. */
const isBare = (marker: number): boolean => (marker >= 0xd0 && marker <= SOI) || marker === 0x01;
/** The tables and headers that a decoder needs. */
const isNeeded = (marker: number): boolean => marker >= 0xc0 && marker <= 0xdf;

const JFIF = "JFIF\0";
const JFIF_BYTES = 14;
const PROFILE = "ICC_PROFILE\0";
const ADOBE = "Adobe";
const ADOBE_BYTES = 12;

const startsWith = (reader: ByteReader, from: number, to: number, words: string): boolean =>
  to - from >= words.length && reader.text(from, words.length) === words;

/** The end of the compressed data of a scan: the next marker that is not a part of it. */
const endOfScan = ({ bytes }: ByteReader, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new DamagedPhoto();
};

const segment = (marker: number, ...parts: Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 2);
  return Uint8Array.of(
    0xff,
    marker,
    length >> 8,
    length & 0xff,
    ...parts.flatMap((part) => [...part]),
  );
};

const latin = (words: string): Uint8Array => Uint8Array.from(words, (sign) => sign.charCodeAt(0));

/** Adds what is needed of an application's segment: nothing that tells who, where or when. */
const keepNeeded = (
  reader: ByteReader,
  pieces: Pieces,
  marker: number,
  { start, from, to }: { start: number; from: number; to: number },
): void => {
  const begins = (words: string) => startsWith(reader, from, to, words);
  if (marker === APP0 && begins(JFIF) && to - from >= JFIF_BYTES) {
    // Without the small preview, which may show what was cut off the photo.
    if (to - from === JFIF_BYTES) pieces.keep(start, to);
    else pieces.add(segment(APP0, reader.part(from, from + JFIF_BYTES - 2), Uint8Array.of(0, 0)));
  }
  if (marker === APP2 && begins(PROFILE)) pieces.keep(start, to);
  if (marker === APP14 && begins(ADOBE) && to - from === ADOBE_BYTES) pieces.keep(start, to);
};

/**
 * Removes a JPEG's comments, Exif but for the orientation, XMP, IPTC, previews, and whatever follows
 * its end. Keeps its pixels and colours as they are.
 * @throws DamagedPhoto
 */
export const cleanJpeg = (bytes: Uint8Array): Pieces => {
  const reader = new ByteReader(bytes);
  const pieces = new Pieces(bytes);
  let orientation = 0;
  let hasFrame = false;
  let hasScan = false;
  if (reader.number(0, 2) !== 0xff00 + SOI) throw new DamagedPhoto();
  pieces.keep(0, 2);
  for (let at = 2; ; ) {
    // Anything between two segments is not a part of the photo.
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new DamagedPhoto();
    const marker = reader.number(at + 1, 1);
    if (marker === 0xff || marker === 0) at += 1;
    else if (marker === EOI) {
      if (!hasFrame || !hasScan) throw new DamagedPhoto();
      pieces.keep(at, at + 2);
      return pieces;
    } else if (isBare(marker)) at += 2;
    else {
      const place = { start: at, from: at + 4, to: at + 2 + reader.number(at + 2, 2) };
      const payload = reader.part(place.from, place.to);
      if (marker === APP1 && orientation === 0 && startsWith(reader, place.from, place.to, EXIF)) {
        orientation = orientationIn(payload);
        if (orientation > 1) pieces.add(segment(APP1, latin(EXIF), orientationOnly(orientation)));
      } else if (isNeeded(marker)) pieces.keep(at, place.to);
      else keepNeeded(reader, pieces, marker, place);
      if (isFrame(marker)) {
        hasFrame = true;
        assertSize(reader.number(at + 7, 2), reader.number(at + 5, 2));
      }
      at = place.to;
      if (marker === SOS) {
        hasScan = true;
        const end = endOfScan(reader, at);
        pieces.keep(at, end);
        at = end;
      }
    }
  }
};
