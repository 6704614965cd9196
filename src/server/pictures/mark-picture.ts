import type { Sharp } from "sharp";
import type { DrawnPage } from "../../contract/drawing.ts";
import { drawingSvg, marksOf } from "../../domain/drawing.ts";
import { lengthFormat } from "../../domain/drawn-length.ts";
import { loadFont } from "./load-font.ts";
import { loadSharp } from "./load-sharp.ts";
import { MarkError } from "./mark-error.ts";
import { PHOTO_LIMITS } from "./open-photo.ts";
import type { PhotoKind } from "./photo-kind.ts";

/** The longer side of a marked copy, in pixels: that of a photo of 12 megapixels. A larger one shrinks. */
const MAX_SIDE = 4096;

/** The most pixels of a picture that is in memory as a whole while it is opened: a WebP, or one stored in passes. */
const MAX_WHOLE_PIXELS = 24_000_000;

/**
 * How copies are stored. Optimised coding tables would make a JPEG 6% smaller, but need the whole picture
 * twice in memory. Screenshots become WebP: a PNG of a photo would have 30 MB.
 */
const encoders = {
  jpeg: (image: Sharp) => image.jpeg({ quality: 82, optimizeCoding: false }),
  webp: (image: Sharp) => image.webp({ quality: 86, effort: 2, smartSubsample: true }),
} as const;

const errorOf = (reason: unknown): MarkError => {
  if (reason instanceof MarkError) return reason;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new MarkError(/pixel limit/i.test(message) ? "too-large" : "damaged", message);
};

/**
 * Puts a drawing on a copy of a photo. The copy is turned as the drawing says, has no metadata, and is
 * opened as browsers do it: a photo that was cut off shows what is there.
 * @param language of the lengths of measured lines
 * @throws MarkError
 */
export const markPicture = async (
  bytes: Uint8Array,
  kind: PhotoKind,
  { turn, shapes, unit }: DrawnPage,
  language: string,
): Promise<{ kind: PhotoKind; bytes: Buffer }> => {
  const sharp = await loadSharp();
  await loadFont();
  const open = () =>
    sharp(bytes, {
      limitInputPixels: PHOTO_LIMITS.pixels,
      failOn: "none",
      sequentialRead: true,
    }).autoOrient();
  try {
    const { autoOrient, isProgressive } = await open().metadata();
    const isWhole = kind === "webp" || isProgressive;
    if (isWhole && autoOrient.width * autoOrient.height > MAX_WHOLE_PIXELS) {
      throw new MarkError("too-large");
    }
    const scale = Math.min(1, MAX_SIDE / Math.max(autoOrient.width, autoOrient.height));
    const upright = {
      width: Math.max(1, Math.round(autoOrient.width * scale)),
      height: Math.max(1, Math.round(autoOrient.height * scale)),
    };
    const size = turn % 180 === 0 ? upright : { width: upright.height, height: upright.width };
    const image = open();
    if (scale < 1) image.resize({ ...upright, fit: "fill" });
    if (turn !== 0) image.rotate(turn);
    const svg = drawingSvg(marksOf({ shapes }, lengthFormat(language, unit)), size);
    image.composite([{ input: Buffer.from(svg) }]);
    const target = kind === "jpeg" ? "jpeg" : "webp";
    return { kind: target, bytes: await encoders[target](image).toBuffer() };
  } catch (reason) {
    throw errorOf(reason);
  }
};
