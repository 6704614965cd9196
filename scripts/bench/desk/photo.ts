import { createHash } from "node:crypto";
import sharp from "sharp";

/** A photo as students hand it in. */
export interface DeskPhoto {
  readonly bytes: Buffer;
  /** SHA-256, hex. */
  readonly checksum: string;
}

/** Makes a photo with the grain of a camera. */
export const makePhoto = async (width: number, height: number): Promise<DeskPhoto> => {
  const noise = { type: "gaussian", mean: 150, sigma: 14 } as const;
  const create = { width, height, channels: 3, background: "black", noise } as const;
  const bytes = await sharp({ create }).jpeg({ quality: 85 }).toBuffer();
  return { bytes, checksum: createHash("sha256").update(bytes).digest("hex") };
};
