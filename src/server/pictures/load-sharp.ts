import type Sharp from "sharp";

/**
 * The formats of content and of students' photos, and that of our own drawings. All other loaders of the library are blocked,
 * against hostile files. No file from outside may reach the library as SVG: see `isPhoto`.
 */
const FORMATS = ["Jpeg", "Png", "Webp", "Heif", "Svg"];

/** Why photos cannot be converted on this machine. */
export class NoConverter extends Error {}

let loading: Promise<typeof Sharp> | undefined;

const load = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: FORMATS.map((format) => `VipsForeignLoad${format}`) });
  // Each picture is used once, so a cache would only take memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

/**
 * Loads the library that converts photos. It is a binary, which is not there for every system.
 * @throws NoConverter
 */
export const loadSharp = (): Promise<typeof Sharp> => {
  loading ??= load().catch((reason) => {
    const [first = ""] = String(reason instanceof Error ? reason.message : reason).split("\n");
    throw new NoConverter(first);
  });
  return loading;
};
