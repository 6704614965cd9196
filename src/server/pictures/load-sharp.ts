import type Sharp from "sharp";

/** The formats that content may have. All others that the library reads stay closed to hostile files. */
const FORMATS = ["Jpeg", "Png", "Webp"];

/** Why photos cannot be converted on this machine. */
export class NoConverter extends Error {}

let loading: Promise<typeof Sharp> | undefined;

const load = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: FORMATS.map((format) => `VipsForeignLoad${format}`) });
  // Each picture is used once, so what the library keeps between two of them is only memory.
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
