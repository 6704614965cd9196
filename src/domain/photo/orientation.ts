import { ByteReader, DamagedPhoto } from "./byte-reader.ts";

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
