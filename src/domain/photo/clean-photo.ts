import type { AttachmentKind } from "../attachment.ts";
import { DamagedPhoto, type Pieces } from "./byte-reader.ts";
import { cleanHeic } from "./clean-heic.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";

export type PhotoKind = Exclude<AttachmentKind, "pdf" | "draft">;

const CLEANERS: Record<PhotoKind, (bytes: Uint8Array) => Pieces> = {
  jpeg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  heic: cleanHeic,
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
