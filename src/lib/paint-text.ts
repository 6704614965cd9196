/** A painted line of text: one bit a pixel, rows of whole bytes, 1 where there is ink. */
export interface TextBitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array<ArrayBuffer>;
  /** Pixels from the text's left end to the left of the bitmap; negative if it begins before. */
  readonly left: number;
  /** Pixels from the top of the bitmap to the baseline. */
  readonly baseline: number;
  /** How long the text is, in pixels. */
  readonly advance: number;
}

export interface TextLook {
  /** The height of the font. */
  readonly pixels: number;
  readonly isBold: boolean;
  readonly isRightToLeft: boolean;
}

/** What is used of a canvas. Drafting is compiled without the types of browsers. */
interface TextCanvas {
  getContext(
    kind: "2d",
    options: { willReadFrequently: boolean },
  ): {
    font: string;
    direction: "ltr" | "rtl";
    textAlign: "left";
    measureText(text: string): {
      readonly width: number;
      readonly actualBoundingBoxLeft: number;
      readonly actualBoundingBoxRight: number;
      readonly actualBoundingBoxAscent: number;
      readonly actualBoundingBoxDescent: number;
    };
    fillText(text: string, x: number, y: number): void;
    getImageData(
      x: number,
      y: number,
      width: number,
      height: number,
    ): { readonly data: Uint8ClampedArray };
  } | null;
}

/**
 * Paints a line of text on a canvas: the browser sets every script and direction with the fonts of the
 * machine. It uses nothing from outside itself, so that a script can run it within a page.
 * @returns null for a text without ink
 */
export const paintText = (
  text: string,
  { pixels, isBold, isRightToLeft }: TextLook,
  family: string = "sans-serif",
): TextBitmap | null => {
  const { OffscreenCanvas: Canvas } = globalThis as unknown as {
    OffscreenCanvas: new (width: number, height: number) => TextCanvas;
  };
  const prepare = (canvas: TextCanvas) => {
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("The browser paints no text.");
    context.font = `${isBold ? 700 : 400} ${pixels}px "${family}", sans-serif`;
    context.direction = isRightToLeft ? "rtl" : "ltr";
    context.textAlign = "left";
    return context;
  };
  const measured = prepare(new Canvas(1, 1)).measureText(text);
  const left = -Math.ceil(measured.actualBoundingBoxLeft + 1);
  const baseline = Math.ceil(measured.actualBoundingBoxAscent + 1);
  const width = Math.ceil(measured.actualBoundingBoxRight + 1) - left;
  const height = baseline + Math.ceil(measured.actualBoundingBoxDescent + 1);
  if (!(width > 2 && height > 2)) return null;
  const context = prepare(new Canvas(width, height));
  context.fillText(text, -left, baseline);
  const { data } = context.getImageData(0, 0, width, height);
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 128) continue;
      const byte = y * rowBytes + (x >> 3);
      bits[byte] = (bits[byte] ?? 0) | (128 >> (x & 7));
    }
  }
  return { width, height, bits, left, baseline, advance: measured.width };
};
