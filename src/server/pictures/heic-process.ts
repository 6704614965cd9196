import { MAX_ATTACHMENT_BYTES } from "../../domain/attachment.ts";
import { answerQuestions } from "../limited-thread.ts";
import { loadSharp } from "./load-sharp.ts";
import { PHOTO_LIMITS } from "./open-photo.ts";

/*
 * Makes a JPEG of one HEIC after another. See `read-heic.ts`.
 */

/** The longer side in pixels and the JPEG quality. The last is always small enough. */
const STEPS = [
  [2560, 82],
  [1600, 75],
] as const;

const convert = async (heic: Uint8Array): Promise<Buffer | null> => {
  try {
    const sharp = await loadSharp();
    for (const [longest, quality] of STEPS) {
      const jpeg = await sharp(heic, { limitInputPixels: PHOTO_LIMITS.pixels, failOn: "truncated" })
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

answerQuestions(async (heic: Uint8Array) => ({ jpeg: await convert(heic) }));
