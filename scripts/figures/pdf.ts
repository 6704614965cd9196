/**
 * Pages of vector lines and text for sheets in their real size, and the PDF of them. Drawings use
 * `PdfPage` alone. pdf-lib writes the file, in the fork that is maintained, which the server needs for
 * marked PDFs, too. It would take a browser more than 166 kB: patterns that are printed in the browser
 * need a small writer of our own for the same pages.
 */

import {
  appendBezierCurve,
  beginText,
  clip,
  endPath,
  endText,
  lineTo,
  moveText,
  moveTo,
  PDFContentStream,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFOperator,
  PrintScaling,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  StandardFonts,
  setDashPattern,
  setFillingGrayscaleColor,
  setFontAndSize,
  setLineWidth,
  setStrokingGrayscaleColor,
  showText,
  stroke,
} from "@cantoo/pdf-lib";
import type { Cubic, Point } from "../../src/drafting/geometry.ts";

/** Points to the centimetre: PDF's own unit is 1/72 inch. */
const POINTS_PER_CM = 72 / 2.54;

/** A4, in centimetres. */
export const PAPER = { width: 21, height: 29.7 } as const;

export interface Stroke {
  /** In points. */
  readonly width: number;
  /** 0 is black, 1 white. */
  readonly grey?: number;
  /** Lengths of dash and gap, in points. */
  readonly dash?: readonly [number, number];
}

export interface TextStyle {
  /** In points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly grey?: number;
  /** Whether x is measured from the right edge of the paper to the right edge of the text. */
  readonly fromRight?: boolean;
}

/** A line of text on a page. */
export interface PdfText {
  /** The beginning of its baseline. */
  readonly at: Point;
  readonly text: string;
  readonly style: TextStyle;
  /** Nothing of it is shown outside; absent: the whole page. */
  readonly clip?: Box;
}

/** A rectangle in centimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Fonts {
  regular: PDFFont;
  bold: PDFFont;
}

const NAMES = { regular: "R", bold: "B" } as const;

/** Draws the page once the fonts for its text are known; null: its text comes from elsewhere. */
type Drawing = (fonts: Fonts | null) => readonly PDFOperator[];

/** The number of decimals that matter in print. */
const round = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;

const points = (centimetres: number): number => round(centimetres * POINTS_PER_CM);

/** PDF measures from the lower edge. */
const pair = ({ x, y }: Point): [number, number] => [points(x), points(PAPER.height - y)];

const rectangleOf = ({ x, y, width, height }: Box): PDFOperator =>
  rectangle(...pair({ x, y: y + height }), points(width), points(height));

/** A page of vector lines and text: x to the right and y down from the paper's corner, in cm. */
export class PdfPage {
  readonly #drawings: Drawing[] = [];
  readonly #texts: PdfText[] = [];
  #clip: Box | undefined;

  #stroked(path: readonly PDFOperator[], { width, grey = 0, dash }: Stroke): this {
    const operators = [
      setLineWidth(width),
      setStrokingGrayscaleColor(grey),
      setDashPattern(dash ? [...dash] : [], 0),
      ...path,
      stroke(),
    ];
    this.#drawings.push(() => operators);
    return this;
  }

  line([first, ...rest]: readonly Point[], style: Stroke): this {
    if (!first) return this;
    const path = [moveTo(...pair(first)), ...rest.map((point) => lineTo(...pair(point)))];
    return this.#stroked(path, style);
  }

  curve([from, a, b, to]: Cubic, style: Stroke): this {
    const bend = appendBezierCurve(...pair(a), ...pair(b), ...pair(to));
    return this.#stroked([moveTo(...pair(from)), bend], style);
  }

  rectangle(box: Box, style: Stroke): this {
    return this.#stroked([rectangleOf(box)], style);
  }

  text(at: Point, text: string, style: TextStyle): this {
    const { size, bold = false, grey = 0 } = style;
    const font = bold ? "bold" : "regular";
    this.#texts.push({ at, text, style, clip: this.#clip });
    this.#drawings.push((fonts) =>
      fonts
        ? [
            beginText(),
            setFillingGrayscaleColor(grey),
            setFontAndSize(NAMES[font], size),
            moveText(...pair(at)),
            showText(fonts[font].encodeText(text)),
            endText(),
          ]
        : [],
    );
    return this;
  }

  /** All its texts, in the order in which they were written. */
  get texts(): readonly PdfText[] {
    return this.#texts;
  }

  /** Limits what is drawn to a box. */
  clipped(box: Box, draw: () => void): this {
    this.#drawings.push(() => [pushGraphicsState(), rectangleOf(box), clip(), endPath()]);
    this.#clip = box;
    draw();
    this.#clip = undefined;
    this.#drawings.push(() => [popGraphicsState()]);
    return this;
  }

  /** @param fonts null: without its text */
  operators(fonts: Fonts | null): PDFOperator[] {
    return this.#drawings.flatMap((drawing) => drawing(fonts));
  }
}

export interface PdfOptions {
  readonly title: string;
  readonly language: string;
  /** A PDF with the texts of the pages, one page for each; absent: they are Latin, and set in Helvetica. */
  readonly texts?: Uint8Array;
}

/**
 * Writes a PDF of A4 pages. The same pages always result in the same bytes. Nothing is compressed, so
 * that version control shows changes. The PDF asks to be printed without scaling.
 */
export const writePdf = async (
  pages: readonly PdfPage[],
  { title, language, texts }: PdfOptions,
): Promise<Uint8Array> => {
  // Without a date, so that the bytes are reproducible.
  const file = await PDFDocument.create({ updateMetadata: false });
  file.setTitle(title, { showInWindowTitleBar: true });
  file.setLanguage(language);
  file.catalog.getOrCreateViewerPreferences().setPrintScaling(PrintScaling.None);
  const fonts = texts
    ? null
    : {
        regular: await file.embedFont(StandardFonts.Helvetica),
        bold: await file.embedFont(StandardFonts.HelveticaBold),
      };
  const layers = texts ? await file.embedPdf(texts, [...pages.keys()]) : [];
  for (const [number, drawn] of pages.entries()) {
    const page = file.addPage([points(PAPER.width), points(PAPER.height)]);
    if (fonts) {
      page.node.setFontDictionary(PDFName.of(NAMES.regular), fonts.regular.ref);
      page.node.setFontDictionary(PDFName.of(NAMES.bold), fonts.bold.ref);
    }
    const { context } = file;
    const content = PDFContentStream.of(context.obj({}), drawn.operators(fonts), false);
    page.node.set(PDFName.Contents, context.register(content));
    const layer = layers[number];
    // Both begin at the upper edge of the paper.
    if (layer) page.drawPage(layer, { x: 0, y: points(PAPER.height) - layer.height });
  }
  return file.save({ useObjectStreams: false });
};
