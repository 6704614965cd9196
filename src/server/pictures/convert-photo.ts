import type { Sharp } from "sharp";
import { NO_PHOTO, openPhoto, PHOTO_LIMITS, type PhotoLimits, photoProblem } from "./open-photo.ts";
import { isPhoto } from "./photo-kind.ts";
import { type Converted, type NewVariant, widthsFor } from "./picture.ts";

/** Drawings and screenshots have hard edges in colour, which the settings for photos would blur. */
const encoders: Record<string, (image: Sharp, isDrawing: boolean) => Sharp> = {
  "image/avif": (image, isDrawing) =>
    isDrawing
      ? image.avif({ quality: 62, effort: 4, chromaSubsampling: "4:4:4" })
      : image.avif({ quality: 50, effort: 4, chromaSubsampling: "4:2:0" }),
  "image/webp": (image, isDrawing) =>
    isDrawing
      ? image.webp({ quality: 88, effort: 4, smartSubsample: true })
      : image.webp({ quality: 76, effort: 4 }),
};

/**
 * Makes the variants of a photo: AVIF and WebP in up to three widths, turned upright, without metadata.
 * A variant that is not smaller than the original is left out. Never enlarges.
 * @param width as it was measured
 * @param type the media type by the file's name
 * @throws NoConverter on a system without the library
 */
export const convertPhoto = async (
  photo: Buffer,
  { width, type }: { readonly width: number; readonly type: string },
  limits: PhotoLimits = PHOTO_LIMITS,
): Promise<Converted> => {
  const open = await openPhoto(photo, limits);
  if (!isPhoto(photo)) return { problem: NO_PHOTO, variants: [] };
  try {
    const variants: NewVariant[] = [];
    for (const each of widthsFor(width)) {
      for (const [format, encode] of Object.entries(encoders)) {
        const image = open().resize({ width: each, withoutEnlargement: true });
        const bytes = await encode(image, type === "image/png").toBuffer();
        if (bytes.length < photo.length) variants.push({ type: format, width: each, bytes });
      }
    }
    return { problem: null, variants };
  } catch (reason) {
    return { problem: photoProblem(reason, limits), variants: [] };
  }
};
