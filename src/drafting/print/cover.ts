import { at, type Point } from "../geometry.ts";
import type { Material } from "./cloth-setup.ts";
import type { DrawnPiece } from "./draw-piece.ts";
import {
  type Box,
  corners,
  type Drawing,
  type Line,
  mapDrawing,
  polyline,
  rectangle,
  type Text,
  together,
} from "./drawing.ts";
import type { PagePlan } from "./pages.ts";
import type { Page } from "./pdf.ts";
import { wrapText } from "./piece-label.ts";

/** How a garment is sewn, in the language of the person. */
interface SewingTexts {
  readonly heading: string;
  readonly steps: readonly string[];
}

/** How much cloth is needed, in the language of the person. */
export interface ClothTexts {
  readonly heading: string;
  /** What is bought of each material, and how it lies. */
  readonly materials: Readonly<Record<Material, readonly string[]>>;
}

/** What explains a print, in the language of the person. */
export interface CoverTexts {
  /** The block, and whose draft it is. */
  readonly title: string;
  /** On what the draft rests: measures, options. */
  readonly facts: readonly string[];
  /** What the test square is for. */
  readonly square: string;
  /** How to print and to put the sheets together. */
  readonly steps: readonly string[];
  /** The heading of the plan. */
  readonly plan: string;
  /** On a page of its own; blocks have none. */
  readonly sewing?: SewingTexts;
  /** On a page of its own, too. */
  readonly cloth?: ClothTexts;
}

/** The sides of the test squares, in centimetres: 10 cm, and 4 inches round it. */
const TEST_SQUARE_CM = 10;
const TEST_SQUARE_IN = 4 * 2.54;

/** The side of a box to tick. */
const BOX = 0.42;
const LETTER = 0.6;
const LEADING = 1.4;

/** The first lines of a text; what is left is not written. */
const firstLines = (text: string, letters: number, most: number): string[] => {
  const lines = wrapText(text, letters);
  if (lines.length <= most) return lines;
  return lines.slice(0, most).map((line, i) => (i === most - 1 ? `${line}\u2026` : line));
};

/** Two squares, one in the other, with a mark at each centimetre and each inch. */
const testSquare = ({ x, y }: Point): Line[] => {
  const inset = (TEST_SQUARE_IN - TEST_SQUARE_CM) / 2;
  const [left, top] = [x + inset, y + inset];
  const square = (from: Point, side: number): Line =>
    rectangle("calibration", { ...from, width: side, height: side });
  const lines = [square(at(x, y), TEST_SQUARE_IN), square(at(left, top), TEST_SQUARE_CM)];
  for (let cm = 1; cm < TEST_SQUARE_CM; cm++) {
    const tick = cm === 5 ? 0.5 : 0.3;
    lines.push(
      polyline("page", [at(left + cm, top), at(left + cm, top + tick)]),
      polyline("page", [at(left, top + cm), at(left + tick, top + cm)]),
    );
  }
  const [right, bottom] = [x + TEST_SQUARE_IN, y + TEST_SQUARE_IN];
  for (let inch = 1; inch < 4; inch++) {
    const along = inch * 2.54;
    lines.push(
      polyline("page", [at(x + along, bottom), at(x + along, bottom - 0.4)]),
      polyline("page", [at(right, y + along), at(right - 0.4, y + along)]),
    );
  }
  return lines;
};

/** Where texts are written, one below the other. */
export interface Column {
  readonly left: number;
  readonly width: number;
  readonly isRightToLeft: boolean;
}

export interface Writer {
  y: number;
  readonly texts: Text[];
}

/** Writes a text in lines below what is written already. */
export const write = (
  writer: Writer,
  { left, width, isRightToLeft }: Column,
  words: string,
  size: number,
  { isBold = false, most = 12 } = {},
): void => {
  for (const line of firstLines(words, width / (size * LETTER), most)) {
    writer.y += size * LEADING;
    writer.texts.push({
      layer: "label",
      text: line,
      at: at(isRightToLeft ? left + width : left, writer.y - size * (LEADING - 1)),
      anchor: isRightToLeft ? "right" : "left",
      size,
      isBold,
    });
  }
};

/** The test square with what is written in it. */
const squareWithTexts = (from: Point, texts: CoverTexts, isRightToLeft: boolean): Drawing => {
  const column = { left: from.x + 0.9, width: TEST_SQUARE_IN - 1.8, isRightToLeft };
  const writer: Writer = { y: from.y + 1.2, texts: [] };
  write(writer, column, texts.square, 0.5, { isBold: true, most: 5 });
  writer.y += 0.3;
  for (const fact of texts.facts) {
    if (writer.y < from.y + TEST_SQUARE_IN - 2) write(writer, column, fact, 0.35, { most: 2 });
  }
  return { lines: testSquare(from), texts: writer.texts };
};

/** The test square as a piece of a layout, for paper that needs no page to begin with. */
export const legendPiece = (texts: CoverTexts, isRightToLeft: boolean): DrawnPiece => {
  const top = 1.6;
  const writer: Writer = { y: 0, texts: [] };
  const column = { left: 0, width: TEST_SQUARE_IN, isRightToLeft };
  write(writer, column, texts.title, 0.5, { isBold: true, most: 2 });
  const height = top + TEST_SQUARE_IN;
  return {
    name: LEGEND,
    outline: corners({ x: 0, y: 0, width: TEST_SQUARE_IN, height }),
    drawing: together([
      { lines: [], texts: writer.texts },
      squareWithTexts(at(0, top), texts, isRightToLeft),
    ]),
  };
};

/** The sheets in small, with the pieces on them. */
const planPicture = (
  plan: PagePlan,
  drawing: Drawing,
  box: Box,
  isRightToLeft: boolean,
): Drawing => {
  const { columns, rows, step, tiles } = plan;
  const scale = Math.min(box.width / (columns * step.x), box.height / (rows * step.y), 0.12);
  const left = isRightToLeft ? box.x + box.width - columns * step.x * scale : box.x;
  const small = ({ x, y }: Point): Point => at(left + x * scale, box.y + y * scale);
  const sheets = tiles.filter(({ isBlank }) => !isBlank);
  const [width, height] = [step.x * scale, step.y * scale];
  const cuts = drawing.lines.filter(({ layer }) => layer === "cut");
  return {
    lines: [
      ...sheets.map(({ row, column }) =>
        rectangle("page", { ...small(at(column * step.x, row * step.y)), width, height }),
      ),
      ...mapDrawing({ lines: cuts, texts: [] }, small).lines,
    ],
    texts: sheets.map(({ row, column, name }) => {
      const { x, y } = small(at(column * step.x, row * step.y));
      const size = Math.max(0.12, Math.min(0.28, width / 4));
      return { layer: "page", text: name, at: at(x + 0.1, y + size + 0.05), anchor: "left", size };
    }),
  };
};

/** The page to begin with: test square, what the draft rests on, how to go on, and the plan of the sheets. */
export const drawCover = (
  plan: PagePlan,
  drawing: Drawing,
  texts: CoverTexts,
  isRightToLeft: boolean,
): Page => {
  const { sheet } = plan;
  const margin = Math.max(plan.margin, 0.8);
  const width = sheet.width - 2 * margin;
  const bottom = sheet.height - margin;
  const mirrored = (left: number, wide: number): number =>
    isRightToLeft ? sheet.width - left - wide : left;
  const whole: Column = { left: margin, width, isRightToLeft };
  const writer: Writer = { y: margin, texts: [] };
  write(writer, whole, texts.title, 0.75, { isBold: true, most: 2 });
  const top = writer.y + 0.4;
  const square = squareWithTexts(
    at(mirrored(margin, TEST_SQUARE_IN), top),
    { ...texts, facts: [] },
    isRightToLeft,
  );
  // Beside the square: what the draft rests on, and on wide paper all the rest.
  const besideLeft = margin + TEST_SQUARE_IN + 0.7;
  const besideWidth = sheet.width - margin - besideLeft;
  const beside: Column = {
    left: mirrored(besideLeft, besideWidth),
    width: besideWidth,
    isRightToLeft,
  };
  const isWide = sheet.width > sheet.height;
  writer.y = top;
  for (const fact of texts.facts) write(writer, beside, fact, 0.38, { most: 2 });
  const column = isWide ? beside : whole;
  writer.y = isWide ? writer.y + 0.4 : top + TEST_SQUARE_IN + 0.5;
  for (const [i, step] of texts.steps.entries()) {
    write(writer, column, `${i + 1}. ${step}`, 0.38, { most: 4 });
  }
  writer.y += 0.4;
  write(writer, column, texts.plan, 0.45, { isBold: true, most: 1 });
  const height = Math.max(1, bottom - writer.y - 0.3);
  const box = { x: column.left, y: writer.y + 0.3, width: column.width, height };
  const picture = planPicture(plan, drawing, box, isRightToLeft);
  const parts = [{ drawing: together([{ lines: [], texts: writer.texts }, square, picture]) }];
  return { width: sheet.width, height: sheet.height, parts };
};

/** How a garment is sewn, with a box to tick at each step. */
const writeSewing = (writer: Writer, whole: Column, { heading, steps }: SewingTexts): Line[] => {
  const { left, width, isRightToLeft } = whole;
  write(writer, whole, heading, 0.55, { isBold: true, most: 2 });
  const column: Column = {
    left: left + (isRightToLeft ? 0 : BOX * 2),
    width: width - BOX * 2,
    isRightToLeft,
  };
  return steps.map((step, i) => {
    writer.y += 0.35;
    const x = isRightToLeft ? left + width - BOX : left;
    const box = rectangle("page", { x, y: writer.y + 0.12, width: BOX, height: BOX });
    write(writer, column, `${i + 1}. ${step}`, 0.42);
    return box;
  });
};

/** A page with a title and what is drawn below it. @param draw gets where the page ends, too */
export const notePage = (
  { sheet: { width, height }, margin: own }: PagePlan,
  title: string,
  isRightToLeft: boolean,
  draw: (writer: Writer, column: Column, bottom: number) => Line[],
): Page => {
  const margin = Math.max(own, 0.8);
  const column: Column = { left: margin, width: width - 2 * margin, isRightToLeft };
  const writer: Writer = { y: margin, texts: [] };
  write(writer, column, title, 0.75, { isBold: true, most: 2 });
  writer.y += 0.3;
  const lines = draw(writer, column, height - margin);
  return { width, height, parts: [{ drawing: { lines, texts: writer.texts } }] };
};

/** The page that says how a garment is sewn. */
export const drawSewing = (
  plan: PagePlan,
  title: string,
  sewing: SewingTexts,
  isRightToLeft: boolean,
): Page =>
  notePage(plan, title, isRightToLeft, (writer, column) => writeSewing(writer, column, sewing));

/** The names of what is laid out beside the pieces, for paper that needs no page to begin with. */
export const LEGEND = "test-square";
export const SEWING = "sewing";
export const CLOTH = "cloth-plan";

/** As wide as a page. */
const NOTE_WIDTH = 19;

/** A drawing below the other as a piece of a layout. */
export const notePiece = (
  name: string,
  isRightToLeft: boolean,
  draw: (writer: Writer, column: Column) => Line[],
): DrawnPiece => {
  const writer: Writer = { y: 0, texts: [] };
  const lines = draw(writer, { left: 0, width: NOTE_WIDTH, isRightToLeft });
  const height = writer.y + LETTER;
  return {
    name,
    outline: corners({ x: 0, y: 0, width: NOTE_WIDTH, height }),
    drawing: { lines, texts: writer.texts },
  };
};

/** How a garment is sewn, as a piece of a layout. */
export const sewingPiece = (sewing: SewingTexts, isRightToLeft: boolean): DrawnPiece =>
  notePiece(SEWING, isRightToLeft, (writer, column) => writeSewing(writer, column, sewing));
