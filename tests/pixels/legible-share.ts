import { decode } from "fast-png";

/** Relative luminance of a colour (WCAG 2), 0 to 1. */
const luminance = (red: number, green: number, blue: number): number => {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/**
 * The legible share of a line drawing on a screenshot: the most frequent colour is the background,
 * and every pixel with a contrast of at least 3:1 to it counts.
 * @param png a screenshot, 8 bits a channel, without transparency
 * @returns the share of such pixels, 0 to 1
 * @throws Error if it is not such a picture
 */
export const legibleShare = (png: Uint8Array): number => {
  const { data, channels, depth } = decode(png);
  if (depth !== 8 || channels < 3)
    throw new Error(`Not a screenshot: ${channels} × ${depth} bits.`);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += channels) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    const colour = (red << 16) | (green << 8) | blue;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const light = (colour: number) => luminance(colour >> 16, (colour >> 8) & 255, colour & 255);
  const [plate] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0]);
  const ground = light(plate);
  let legible = 0;
  for (const [colour, count] of counts) {
    const other = light(colour);
    const contrast = (Math.max(ground, other) + 0.05) / (Math.min(ground, other) + 0.05);
    if (contrast >= 3) legible += count;
  }
  return legible / (data.length / channels);
};

/** Legible drawings have more; an illegible one had 0.0005. */
export const LEGIBLE = 0.008;
