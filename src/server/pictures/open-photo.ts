import type { Sharp } from "sharp";
import { loadSharp } from "./load-sharp.ts";

/** The limits of one photo. A file of a few kilobytes can pretend to be a picture of gigapixels. */
interface PhotoLimits {
  /** Width times height. */
  pixels: number;
  bytes: number;
  /** The time for one variant. */
  seconds: number;
}

export const PHOTO_LIMITS: PhotoLimits = {
  pixels: 64_000_000,
  bytes: 64 * 1024 * 1024,
  seconds: 60,
};

export const NO_PHOTO = "This picture is damaged, or is no JPEG, PNG or WebP.";

/** Why a photo cannot be measured or converted, in words. */
export const photoProblem = (reason: unknown): string => {
  const { pixels, seconds } = PHOTO_LIMITS;
  const message = reason instanceof Error ? reason.message : String(reason);
  if (/pixel limit/i.test(message)) {
    return `This picture has more than ${Math.round(pixels / 1_000_000)} million pixels.`;
  }
  if (/timeout/i.test(message))
    return `This picture takes more than ${seconds} seconds to convert.`;
  return NO_PHOTO;
};

/**
 * Opens a photo, turned upright. Give it only what `isPhoto` has let through.
 * @param photo its path or its bytes
 * @throws NoConverter on a system without the library
 */
export const openPhoto = async (
  photo: string | Buffer,
  limits: PhotoLimits,
): Promise<() => Sharp> => {
  const sharp = await loadSharp();
  return () =>
    sharp(photo, { limitInputPixels: limits.pixels, failOn: "truncated", sequentialRead: true })
      .timeout({ seconds: limits.seconds })
      .autoOrient();
};
