import { add, at, type Cubic, mapCurve, type Point, straight, times } from "./geometry.ts";
import { PdfPage, type Stroke, writePdf } from "./pdf.ts";
import { draftSkirt, EXAMPLE_SKIRT, SKIRT_EASE } from "./skirt.ts";
import type { SkirtPiece } from "./skirt-piece.ts";
import { MARGIN, OVERLAP, STEP, type Tiles, tile, tileName, tilesFor } from "./tiles.ts";

const TITLE = "Skirt block, back and front, full size";

const SEAM: Stroke = { width: 1 };
const DART: Stroke = { width: 0.7 };
const GUIDE: Stroke = { width: 0.4, grey: 0.4, dash: [6, 4] };

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

const introduction = (
  { columns, rows }: Tiles,
  outline: (page: PdfPage, move: Move) => void,
): PdfPage => {
  const page = new PdfPage();
  const left = MARGIN + 1;
  const { waistGirth, hipGirth, waistToHip, skirtLength } = EXAMPLE_SKIRT;
  page.text(at(left, 2.6), "Skirt block", { size: 26, bold: true });
  page.text(at(left, 3.5), "Back and front, full size, without seam allowance", { size: 12 });
  const square = { x: left, y: 5, width: TEST_SQUARE, height: TEST_SQUARE };
  page.rectangle(square, { width: 0.8 });
  for (let cm = 1; cm < TEST_SQUARE; cm++) {
    const tick = cm === 5 ? 0.5 : 0.3;
    page.line([at(left + cm, 5), at(left + cm, 5 + tick)], { width: 0.4 });
    page.line([at(left, 5 + cm), at(left + tick, 5 + cm)], { width: 0.4 });
  }
  page.text(at(left + 2.4, 9.9), "Test square", { size: 18, bold: true });
  page.text(at(left + 2.4, 10.7), "10 cm \u00d7 10 cm", { size: 14 });
  const facts = [
    "Drafted for",
    `waist girth ${waistGirth} cm`,
    `hip girth ${hipGirth} cm`,
    `waist to hip ${waistToHip} cm`,
    `skirt length ${skirtLength} cm`,
    `with ${SKIRT_EASE.waist} cm of ease at the waist`,
    `and ${SKIRT_EASE.hip} cm at the hip`,
  ];
  facts.forEach((fact, i) => {
    page.text(at(left + 11, 5.6 + i * 0.65), fact, { size: 11, bold: i === 0 });
  });
  const steps = [
    "1.  Print on A4 at 100 % (actual size). Switch \u201cfit to page\u201d off.",
    "2.  Measure the test square: each side must be exactly 10 cm. If it is not, print again.",
    `3.  Cut every sheet along its frame at the top and on the left. Sheets overlap by ${OVERLAP} cm.`,
    "4.  Lay sheet on sheet as in the plan, so that the diamonds meet, and glue.",
    "5.  Cut on the seam line for the block. For cloth, add seam allowance on a copy.",
  ].map((step) => step.replace(/[\u201c\u201d]/g, '"'));
  steps.forEach((step, i) => {
    page.text(at(left, 16.6 + i * 0.75), step, { size: 11 });
  });
  page.text(at(left, 21.4), "Plan", { size: 12, bold: true });
  const scale = 1.35 / STEP.x;
  const cell = { width: STEP.x * scale, height: STEP.y * scale };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const box = { x: left + column * cell.width, y: 21.8 + row * cell.height, ...cell };
      page.rectangle(box, { width: 0.5, grey: 0.5 });
      page.text(at(box.x + 0.1, box.y + 0.35), tileName(row, column), { size: 7, grey: 0.35 });
    }
  }
  outline(page, (point) => add(at(left, 21.8), times(point, scale)));
  return page;
};

/** The skirt of the lessons' example body as a sheet to print: a page to begin with, and tiles. */
export function skirtSheet(): Promise<Uint8Array> {
  const { back, front, numbers, measures } = draftSkirt(EXAMPLE_SKIRT);
  const length = measures.skirtLength;
  const width = numbers.quarter * 2 + GAP + 2 * ROOM;
  const tiles = tilesFor(width, length + ABOVE + 2 * ROOM);
  const top = at(ROOM, ROOM + ABOVE);
  const onBack: Move = (point) => add(point, top);
  const onFront: Move = ({ x, y }) => add(at(numbers.quarter * 2 + GAP - x, y), top);
  const pages = tile(TITLE, tiles, (page, move) => {
    const placed =
      (place: Move): Move =>
      (point) =>
        move(place(point));
    drawPiece(page, back, length, placed(onBack));
    drawPiece(page, front, length, placed(onFront));
    drawFold(page, 6, length - 6, placed(onFront));
    const words = (place: Move, lines: readonly string[]) =>
      lines.forEach((text, i) => {
        const where = placed(place)(add(at(0, measures.waistToHip + 12), times(at(0, 0.9), i)));
        page.text(where, text, { size: i === 0 ? 20 : 12, bold: i === 0 });
      });
    const back12 = (point: Point): Point => onBack(add(point, at(12.5, 0)));
    const front12 = (point: Point): Point => onFront(at(numbers.quarter - 3 - point.x, point.y));
    words(back12, ["Back", "cut 2", `waist ${measures.waistGirth}, hip ${measures.hipGirth} cm`]);
    words(front12, [
      "Front",
      "cut 1 on the fold",
      `waist ${measures.waistGirth}, hip ${measures.hipGirth} cm`,
    ]);
  });
  const first = introduction(tiles, (page, move) => {
    const thin: Stroke = { width: 0.6 };
    drawOutline(page, back, length, (point) => move(onBack(point)), thin);
    drawOutline(page, front, length, (point) => move(onFront(point)), thin);
  });
  return writePdf(TITLE, [first, ...pages]);
}
