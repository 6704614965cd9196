/** The version of the conversion's settings. A new number converts every picture again. */
export const RECIPE = 1;
/** In its place: the photo is measured, and waits to be converted. */
export const NOT_CONVERTED = 0;

/** The media types of the variants of a photo, the smallest files first. */
export const VARIANT_TYPES = ["image/avif", "image/webp"] as const;

/** The widths of the variants, in pixels: a phone, a phone with a fine screen, a wide window. */
const VARIANT_WIDTHS = [480, 960, 1600] as const;

/**
 * The widths of the variants of a photo; the last one is its own if that is small. A variant that would not be
 * smaller than the photo is left out, and the photo is sent in its place.
 */
export const widthsFor = (width: number): number[] => {
  const smaller = VARIANT_WIDTHS.filter((each) => each < width);
  return smaller.length < VARIANT_WIDTHS.length ? [...smaller, width] : smaller;
};

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

export interface Picture {
  /** The checksum of the author's file. */
  source: string;
  /** The version of its conversion; `NOT_CONVERTED` for a photo that is measured only. */
  recipe: number;
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
export interface Converted extends Pick<Picture, "problem"> {
  variants: NewVariant[];
}

/** The size of a picture that has just been looked at. */
export type Measured = Pick<Picture, "width" | "height" | "problem">;

/** A picture that cannot be measured. The original stays as it is. */
export const unmeasured = (problem: string): Measured => ({ width: 0, height: 0, problem });
