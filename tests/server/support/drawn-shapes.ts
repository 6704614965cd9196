import sharp from "sharp";
import type { DrawnPage, Shape } from "../../../src/contract/drawing.ts";

/** A red line from left to right, in units from the top of the page. */
export const redLine = (y: number): Shape => ({
  kind: "line",
  ink: "red",
  from: { x: 1000, y },
  to: { x: 9000, y },
});

export const firstPage = (
  shapes: readonly Shape[],
  turn: DrawnPage["turn"] = 0,
): readonly DrawnPage[] => [{ page: 1, turn, shapes }];

export const written = (text: string, x: number, y: number): Shape => ({
  kind: "text",
  ink: "blue",
  at: { x, y },
  text,
});

/** The pixels of a picture, with white behind it. */
export const pixelsOf = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "#fff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
  ];
  const isRed = (x: number, y: number): boolean => {
    const [red = 0, green = 0, blue = 0] = at(x, y);
    return red > 150 && green < 90 && blue < 110;
  };
  /** Whether it is the grey of a page or photo that nobody has drawn on there. */
  const isGrey = (x: number, y: number): boolean =>
    at(x, y).every((value) => Math.abs(value - 128) < 12);
  return { width, height, at, isRed, isGrey };
};

/** The ends of a file that is marked or refused. */
export const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "marked",
    (reason) => reason.kind,
  );
