import { SaxesParser } from "saxes";
import type { Pattern } from "../../../../src/drafting/pattern.ts";
import { type DrawnPiece, drawPiece } from "../../../../src/drafting/print/draw-piece.ts";
import { LAYERS, type LayerName } from "../../../../src/drafting/print/drawing.ts";
import type { PrintSetup } from "../../../../src/drafting/print/papers.ts";
import type { PaintText } from "../../../../src/drafting/print/pdf-texts.ts";
import type { PrintRequest } from "../../../../src/drafting/print/plan-print.ts";
import { draftsOf } from "../drafted.ts";

/** The pieces of the lessons' example skirt. */
export const drawSkirt = (lines: readonly string[] = ["Cut 2"]): DrawnPiece[] =>
  draftsOf("skirt-block")
    .pattern()
    .pieces.map((piece) =>
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

export const A4: PrintSetup = { paper: "a4", orientation: "portrait", margin: 1, overlap: 1 };

/** Asks to print a pattern on A4, with these lines on each piece. */
export const printRequest = (
  pattern: Pattern,
  lines: readonly string[],
  title = "Skirt",
): PrintRequest => ({
  pattern,
  setup: A4,
  moved: [],
  unit: "cm",
  texts: {
    language: "en",
    isRightToLeft: false,
    layers: LAYER_NAMES,
    pieces: Object.fromEntries(
      pattern.pieces.map(({ name }) => [name, { name, lines, fold: "Fold", grain: "Grain" }]),
    ),
    cover: {
      ...{ title, facts: ["Waist: 70 cm"], square: "Test square" },
      ...{ steps: ["Print"], plan: "Plan" },
    },
  },
});

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own text, without that of the elements in it. */
  text: string;
}

/** The elements of a file in their order. Throws for what is no XML. */
export const parseXml = (xml: string): XmlElement[] => {
  const elements: XmlElement[] = [];
  const open: XmlElement[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.write(xml).close();
  return elements;
};
