import { directionOf } from "../../src/domain/languages.ts";
import {
  add,
  at,
  type Cubic,
  mapCurve,
  type Point,
  straight,
  times,
} from "../../src/drafting/geometry.ts";
import { draftSkirt, EXAMPLE_SKIRT, SKIRT_EASE } from "../../src/drafting/skirt.ts";
import type { SkirtPiece } from "../../src/drafting/skirt-piece.ts";
import { PAPER, PdfPage, type Stroke, type TextStyle, writePdf } from "./pdf.ts";
import { fillPlaces, type SheetLanguage } from "./sheet-words.ts";
import skirtWords from "./skirt-words.json" with { type: "json" };
import { MARGIN, OVERLAP, STEP, type Tiles, tile, tileName, tilesFor } from "./tiles.ts";

const SEAM: Stroke = { width: 1 };
const DART: Stroke = { width: 0.7 };
const GUIDE: Stroke = { width: 0.4, grey: 0.4, dash: [6, 4] };

type SkirtWords = (typeof skirtWords)[SheetLanguage];

/** What the words have places for. */
const NUMBERS = {
  ...EXAMPLE_SKIRT,
  waistEase: SKIRT_EASE.waist,
  hipEase: SKIRT_EASE.hip,
  overlap: OVERLAP,
};

/** Side of the square that shows whether the print has its right size, in centimetres. */
const TEST_SQUARE = 10;
/** Space around and between the pieces. */
const ROOM = 0.6;
const GAP = 2.5;
/** How far the pieces lie below the top: the waist rises to the side, and a name stands above it. */
const ABOVE = 2.4;

type Move = (point: Point) => Point;

const arrow = (page: PdfPage, from: Point, to: Point, stroke: Stroke): void => {
  const down = Math.sign(to.y - from.y);
  page.line([from, to], stroke);
  page.line([add(to, at(-0.3, -0.6 * down)), to, add(to, at(0.3, -0.6 * down))], stroke);
};

/** The seam line round a piece, but for the mouths of its darts. */
const drawOutline = (
  page: PdfPage,
  { trued, hipCurve, centreWaist }: SkirtPiece,
  length: number,
  place: Move,
  stroke: Stroke,
): void => {
  const hip = hipCurve[3];
  const foot = at(hip.x, length);
  const curves: readonly Cubic[] = [...trued.parts, hipCurve, straight(hip, foot)];
  for (const curve of curves) page.curve(mapCurve(curve, place), stroke);
  page.line([foot, at(0, length), centreWaist].map(place), stroke);
};

/** A finished piece, without seam allowance: lines, darts, hip line, grainline, notches. */
const drawPiece = (page: PdfPage, piece: SkirtPiece, length: number, place: Move): void => {
  const { trued, hipCurve } = piece;
  const hip = hipCurve[3];
  const line = (points: readonly Point[], stroke: Stroke) => page.line(points.map(place), stroke);

  drawOutline(page, piece, length, place, SEAM);
  line([at(0, hip.y), hip], GUIDE);
  for (const dart of trued.darts) {
    line([dart.inner, dart.point, dart.outer], DART);
    line([dart.inner, dart.cap, dart.outer], SEAM);
    line([dart.cap, dart.point], GUIDE);
    // Where the awl goes, 1 cm above the point.
    const hole = add(dart.point, at(0, -1));
    line([add(hole, at(-0.2, 0)), add(hole, at(0.2, 0))], DART);
    line([add(hole, at(0, -0.2)), add(hole, at(0, 0.2))], DART);
  }
  line([add(hip, at(-0.5, 0)), hip], { width: 1.6 });
  const middle = at(hip.x * 0.4, 0);
  const [top, bottom] = [add(middle, at(0, hip.y + 6)), add(middle, at(0, hip.y + 32))];
  arrow(page, place(top), place(bottom), DART);
  arrow(page, place(bottom), place(top), DART);
};

/** A bracket along the edge that is laid on the fold of the cloth. */
const drawFold = (page: PdfPage, from: number, to: number, place: Move): void => {
  page.line([at(0, from), at(1, from), at(1, to), at(0, to)].map(place), DART);
  arrow(page, place(at(1, from)), place(at(0.05, from)), DART);
};

interface Introduction {
  readonly words: SkirtWords;
  readonly language: SheetLanguage;
  readonly tiles: Tiles;
  /** Draws the pieces onto the plan. */
  readonly outline: (page: PdfPage, move: Move) => void;
}

/** The first page. In a right-to-left language it is mirrored, except for the plan. */
const introduction = ({ words, language, tiles, outline }: Introduction): PdfPage => {
  const { columns, rows } = tiles;
  const page = new PdfPage();
  const left = MARGIN + 1;
  const fromRight = directionOf(language) === "rtl";
  // The font of the other languages is wider.
  const isLatin = language === "en";
  const say = (where: Point, text: string, style: TextStyle) =>
    page.text(where, text, fromRight ? { ...style, fromRight } : style);
  const across = (x: number, width = 0) => (fromRight ? PAPER.width - x - width : x);
  say(at(left, 2.6), words.name, { size: 26, bold: true });
  say(at(left, 3.5), words.subtitle, { size: 12 });
  const square = { x: across(left, TEST_SQUARE), y: 5, width: TEST_SQUARE, height: TEST_SQUARE };
  page.rectangle(square, { width: 0.8 });
  for (let cm = 1; cm < TEST_SQUARE; cm++) {
    const tick = cm === 5 ? 0.5 : 0.3;
    const x = across(left + cm);
    page.line([at(x, 5), at(x, 5 + tick)], { width: 0.4 });
    page.line([at(across(left), 5 + cm), at(across(left + tick), 5 + cm)], { width: 0.4 });
  }
  say(at(left + 2.4, 9.9), words.square, { size: isLatin ? 18 : 14, bold: true });
  say(at(left + 2.4, 10.7), words.squareSize, { size: 14 });
  const small = isLatin ? 11 : 9.5;
  words.facts.forEach((fact, i) => {
    say(at(left + 11, 5.6 + i * 0.65), fillPlaces(fact, NUMBERS), { size: small, bold: i === 0 });
  });
  let y = isLatin ? 16.6 : 16.4;
  words.steps.forEach((step, i) => {
    const lines = fillPlaces(step, NUMBERS).split("\n");
    lines.forEach((line, part) => {
      if (part > 0) y += 0.45;
      if (part > 0 || !isLatin) say(at(left + 0.8, y), line, { size: small });
    });
    if (isLatin) page.text(at(left, y), `${i + 1}.  ${lines[0]}`, { size: small });
    else say(at(left, y - 0.45 * (lines.length - 1)), `${i + 1}.`, { size: small });
    y += isLatin ? 0.75 : 0.6;
  });
  say(at(left, 21.4), words.plan, { size: 12, bold: true });
  const scale = 1.35 / STEP.x;
  const cell = { width: STEP.x * scale, height: STEP.y * scale };
  const from = across(left, columns * cell.width);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const box = { x: from + column * cell.width, y: 21.8 + row * cell.height, ...cell };
      page.rectangle(box, { width: 0.5, grey: 0.5 });
      page.text(at(box.x + 0.1, box.y + 0.35), tileName(row, column), { size: 7, grey: 0.35 });
    }
  }
  outline(page, (point) => add(at(from, 21.8), times(point, scale)));
  return page;
};

/** The skirt of the lessons' example body as a sheet to print: a page to begin with, and tiles. */
export function skirtPages(language: SheetLanguage): PdfPage[] {
  const words = skirtWords[language];
  const { back, front, numbers, measures } = draftSkirt(EXAMPLE_SKIRT);
  const length = measures.skirtLength;
  const width = numbers.quarter * 2 + GAP + 2 * ROOM;
  const tiles = tilesFor(width, length + ABOVE + 2 * ROOM);
  const top = at(ROOM, ROOM + ABOVE);
  const onBack: Move = (point) => add(point, top);
  const onFront: Move = ({ x, y }) => add(at(numbers.quarter * 2 + GAP - x, y), top);
  const small = language === "en" ? 12 : 10;
  const pages = tile(words.title, tiles, (page, move) => {
    const placed =
      (place: Move): Move =>
      (point) =>
        move(place(point));
    drawPiece(page, back, length, placed(onBack));
    drawPiece(page, front, length, placed(onFront));
    drawFold(page, 6, length - 6, placed(onFront));
    const write = (place: Move, lines: readonly string[]) =>
      lines.forEach((text, i) => {
        const where = placed(place)(add(at(0, measures.waistToHip + 12), times(at(0, 0.9), i)));
        page.text(where, text, { size: i === 0 ? 20 : small, bold: i === 0 });
      });
    const back12 = (point: Point): Point => onBack(add(point, at(12.5, 0)));
    const front12 = (point: Point): Point => onFront(at(numbers.quarter - 3 - point.x, point.y));
    write(back12, [...words.back, fillPlaces(words.girths, NUMBERS)]);
    write(front12, [...words.front, fillPlaces(words.girths, NUMBERS)]);
  });
  const outline = (page: PdfPage, move: Move) => {
    const thin: Stroke = { width: 0.6 };
    drawOutline(page, back, length, (point) => move(onBack(point)), thin);
    drawOutline(page, front, length, (point) => move(onFront(point)), thin);
  };
  return [introduction({ words, language, tiles, outline }), ...pages];
}

/**
 * The sheet as a file.
 * @param texts its texts as a PDF; absent only in English
 */
export const skirtSheet = (language: SheetLanguage, texts?: Uint8Array): Promise<Uint8Array> =>
  writePdf(skirtPages(language), { title: skirtWords[language].title, language, texts });
