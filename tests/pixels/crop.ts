import { decode, encode } from "fast-png";

/** A part of a picture, in pixels from its top left corner. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Cuts the whole pixels of a region out of a picture.
 * @param png 8 bits a channel
 * @returns a PNG too
 */
export const crop = (png: Uint8Array, region: Region): Uint8Array => {
  const picture = decode(png);
  const { channels } = picture;
  const left = Math.max(0, Math.ceil(region.left));
  const top = Math.max(0, Math.ceil(region.top));
  const width = Math.min(picture.width, Math.floor(region.right)) - left;
  const height = Math.min(picture.height, Math.floor(region.bottom)) - top;
  if (width <= 0 || height <= 0) throw new Error("Nothing of it is on the screen.");
  const data = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row += 1) {
    const from = ((top + row) * picture.width + left) * channels;
    data.set(
      picture.data.subarray(from, from + width * channels) as Uint8Array,
      row * width * channels,
    );
  }
  return encode({ width, height, data, channels });
};
