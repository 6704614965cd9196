import { draft } from "../../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../../src/drafting/example-body.ts";
import type { Pattern } from "../../../../src/drafting/pattern.ts";
import { type DrawnPiece, drawPiece } from "../../../../src/drafting/print/draw-piece.ts";
import { LAYERS, type LayerName } from "../../../../src/drafting/print/drawing.ts";
import type { PaintText } from "../../../../src/drafting/print/pdf-texts.ts";

/** A draft of the lessons' example body. */
export const exampleDraft = (block: string): Pattern => {
  const { pattern } = draft({ block, values: EXAMPLE_BODY, options: {} });
  if (!pattern) throw new Error(`${block} is not drafted for the example`);
  return pattern;
};

export const drawExample = (block: string, lines: readonly string[] = ["Cut 2"]): DrawnPiece[] =>
  exampleDraft(block).pieces.map((piece) =>
    drawPiece(piece, { name: piece.name, lines, fold: "Place on fold", grain: "Grainline" }),
  );

/** Paints boxes in place of letters: each is half as wide as high. */
export const paintBoxes: PaintText = (text, { pixels }) => {
  const width = Math.ceil(([...text].length * pixels) / 2);
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * pixels).fill(255);
  return { width, height: pixels, bits, left: 0, baseline: pixels, advance: width };
};

export const LAYER_NAMES = Object.fromEntries(
  LAYERS.map((layer) => [layer, `Layer ${layer}`]),
) as Record<LayerName, string>;
