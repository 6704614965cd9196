import { open as openFile } from "node:fs/promises";
import type { Sharp } from "sharp";
import { KIND_BYTES } from "../../domain/attachment.ts";
import { loadSharp } from "./load-sharp.ts";
import { isPhoto } from "./photo-kind.ts";
import { type Converted, type NewVariant, unconverted, VARIANT_WIDTHS } from "./picture.ts";

/** The limits of one photo. A file of a few kilobytes can pretend to be a picture of gigapixels. */
export interface PhotoLimits {
  /** Width times height. */
  pixels: number;
  /** The bytes of the file. */
  bytes: number;
  /** The time for one variant. */
  seconds: number;
}

export const PHOTO_LIMITS: PhotoLimits = {
  pixels: 64_000_000,
  bytes: 64 * 1024 * 1024,
  seconds: 60,
};

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

/** The widths of the variants of a photo; the last one is its own if that is small. */
export const widthsFor = (width: number): number[] => {
  const smaller = VARIANT_WIDTHS.filter((each) => each < width);
  return smaller.length < VARIANT_WIDTHS.length ? [...smaller, width] : smaller;
};

const NO_PHOTO = "This picture is damaged, or is no JPEG, PNG or WebP.";

const startOf = async (path: string): Promise<Uint8Array> => {
  await using file = await openFile(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(KIND_BYTES), 0, KIND_BYTES, 0);
  return buffer.subarray(0, bytesRead);
};

const problemOf = (reason: unknown, { pixels, seconds }: PhotoLimits): string => {
  const message = reason instanceof Error ? reason.message : String(reason);
  if (/pixel limit/i.test(message)) {
    return `This picture has more than ${Math.round(pixels / 1_000_000)} million pixels.`;
  }
  if (/timeout/i.test(message))
    return `This picture takes more than ${seconds} seconds to convert.`;
  return NO_PHOTO;
};

/**
 * Makes the variants of a photo: AVIF and WebP in up to three widths, turned upright, without metadata.
 * A variant that is not smaller than the original is left out. Never enlarges.
 * @param type the media type by the file's name
 * @throws NoConverter on a system without the library
 */
export const convertPhoto = async (
  path: string,
  size: number,
  type: string,
  limits: PhotoLimits = PHOTO_LIMITS,
): Promise<Converted> => {
  const sharp = await loadSharp();
  if (size > limits.bytes) {
    return unconverted(`This picture has more than ${limits.bytes / 1024 / 1024} MB.`);
  }
  if (!isPhoto(await startOf(path))) return unconverted(NO_PHOTO);
  const open = (width: number | null) => {
    const image = sharp(path, {
      limitInputPixels: limits.pixels,
      failOn: "truncated",
      sequentialRead: true,
    })
      .timeout({ seconds: limits.seconds })
      .autoOrient();
    return width === null ? image : image.resize({ width, withoutEnlargement: true });
  };
  try {
    const { autoOrient, pages = 1 } = await open(null).metadata();
    const { width, height } = autoOrient;
    // An animation stays as it is.
    if (pages > 1) return { width, height, problem: null, variants: [] };
    const variants: NewVariant[] = [];
    for (const each of widthsFor(width)) {
      for (const [format, encode] of Object.entries(encoders)) {
        const bytes = await encode(open(each), type === "image/png").toBuffer();
        if (bytes.length < size) variants.push({ type: format, width: each, bytes });
      }
    }
    return { width, height, problem: null, variants };
  } catch (reason) {
    return unconverted(problemOf(reason, limits));
  }
};
