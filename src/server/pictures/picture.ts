/** The version of the conversion's settings. A new number converts every picture again. */
export const RECIPE = 1;

/** The media types of the variants of a photo, the smallest files first. */
export const VARIANT_TYPES = ["image/avif", "image/webp"] as const;

/** The widths of the variants, in pixels: a phone, a phone with a fine screen, a wide window. */
export const VARIANT_WIDTHS = [480, 960, 1600] as const;

/** A smaller form of a picture, stored under its checksum. */
export interface PictureVariant {
  /** Media type. */
  type: string;
  /** Pixels; for a drawing the width of its coordinates. */
  width: number;
  /** Bytes. */
  size: number;
  /** SHA-256 of the bytes, lower-case hex. */
  checksum: string;
}

/** A prepared picture of the content. */
export interface Picture {
  /** The checksum of the author's file. */
  source: string;
  /** The size in which it is shown, in CSS pixels; 0 if unknown. */
  width: number;
  height: number;
  /** The reason why it has no variants; null if nothing is wrong. */
  problem: string | null;
  variants: PictureVariant[];
}

/** The bytes of a variant that has just been made. */
export interface NewVariant extends Omit<PictureVariant, "size" | "checksum"> {
  bytes: Buffer;
}

/** A picture that has just been converted. */
export interface Converted extends Omit<Picture, "source" | "variants"> {
  variants: NewVariant[];
}

/** A picture that cannot be converted. The original stays as it is. */
export const unconverted = (problem: string): Converted => ({
  width: 0,
  height: 0,
  problem,
  variants: [],
});
