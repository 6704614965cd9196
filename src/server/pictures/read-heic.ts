import { MAX_ATTACHMENT_BYTES } from "../../domain/attachment.ts";
import { loadSharp } from "./load-sharp.ts";
import { PHOTO_LIMITS } from "./open-photo.ts";

/** The longer side in pixels and the JPEG quality. The last is always small enough. */
const STEPS = [
  [2560, 82],
  [1600, 75],
] as const;

const SECONDS = 10;

/** Whether this machine reads HEIC. The usual build of the library reads only its patent-free relative, AVIF. */
export const readsHeic = async (): Promise<boolean> => {
  const sharp = await loadSharp().catch(() => null);
  return sharp?.format.heif?.input.fileSuffix?.includes(".heic") ?? false;
};

/**
 * Makes a JPEG of a HEIC, turned upright and without metadata. Call it for one photo at a time: it needs much
 * memory.
 * @returns null if this machine cannot read it
 */
export const jpegOfHeic = async (heic: Uint8Array): Promise<Buffer | null> => {
  try {
    const sharp = await loadSharp();
    for (const [longest, quality] of STEPS) {
      const jpeg = await sharp(heic, { limitInputPixels: PHOTO_LIMITS.pixels, failOn: "truncated" })
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
        .jpeg({ quality })
        .toBuffer();
      if (jpeg.length <= MAX_ATTACHMENT_BYTES) return jpeg;
    }
  } catch {
    // It has no decoder for this photo, or there is no such library for this system.
  }
  return null;
};
