import type { Point } from "../geometry.ts";
import type { DrawnPiece } from "./draw-piece.ts";
import { type Box, type Drawing, pointsOf } from "./drawing.ts";
import { type Layout, layOut, moveByHand, type Placement } from "./lay-out.ts";
import { type PrintSetup, type Sheet, sheetOf } from "./papers.ts";

/** A sheet that shows a part of the layout. */
export interface Tile {
  /** Row A, column 1 is A1. */
  readonly name: string;
  readonly row: number;
  readonly column: number;
  /** Nothing is drawn on it: it is not printed. */
  readonly isBlank: boolean;
}

/** How a layout is divided among sheets. */
export interface PagePlan {
  readonly layout: Layout;
  readonly sheet: Sheet;
  readonly margin: number;
  readonly overlap: number;
  /** The part of a sheet that is printed on, and how far it is from one sheet to the next. */
  readonly area: { readonly width: number; readonly height: number };
  readonly step: { readonly x: number; readonly y: number };
  readonly columns: number;
  readonly rows: number;
  /** All sheets by rows, blank ones with them. */
  readonly tiles: readonly Tile[];
  /** How many are printed, a page to begin with not counted. */
  readonly printed: number;
}

const rowName = (row: number): string =>
  (row >= 26 ? rowName(Math.floor(row / 26) - 1) : "") + String.fromCharCode(65 + (row % 26));

export const tileName = (row: number, column: number): string => `${rowName(row)}${column + 1}`;

/** The number of sheets that a length needs. */
const sheets = (length: number, area: number, step: number): number =>
  Math.max(1, Math.ceil((length - area) / step - 1e-9) + 1);

/** No more is laid out: pieces that were dragged far away would take all memory. */
const MOST_SHEETS = 40;

const printArea = (sheet: Sheet, { margin, overlap }: PrintSetup) => {
  const area = { width: sheet.width - 2 * margin, height: sheet.height - 2 * margin };
  return { area, step: { x: area.width - overlap, y: area.height - overlap } };
};

/** Marks the cell of each point, half a centimetre from one to the next. */
const markDrawn = (drawing: Drawing, mark: (point: Point) => void): void => {
  for (const line of drawing.lines) {
    const points = pointsOf(line);
    if (line.isClosed && points[0]) points.push(points[0]);
    points.forEach((to, i) => {
      const from = points[i - 1] ?? to;
      const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.5));
      for (let k = 0; k <= steps; k++) {
        mark({
          x: from.x + ((to.x - from.x) * k) / steps,
          y: from.y + ((to.y - from.y) * k) / steps,
        });
      }
    });
  }
  // Texts reach about as far as their letters are many; those within a piece have lines around them.
  for (const { at } of drawing.texts) mark(at);
};

/**
 * Divides a layout among sheets.
 * @param drawing the pieces in their places
 */
export const dividePages = (layout: Layout, drawing: Drawing, setup: PrintSetup): PagePlan => {
  const sheet = sheetOf(setup);
  const { area, step } = printArea(sheet, setup);
  const columns = Math.min(MOST_SHEETS, sheets(layout.width, area.width, step.x));
  const rows = Math.min(MOST_SHEETS, sheets(layout.height, area.height, step.y));
  const drawn = new Set<number>();
  markDrawn(drawing, ({ x, y }) => {
    // What lies in an overlap belongs to the sheet that begins there.
    const column = Math.min(columns - 1, Math.max(0, Math.floor(x / step.x)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor(y / step.y)));
    drawn.add(row * columns + column);
  });
  const tiles = Array.from({ length: rows * columns }, (_, i): Tile => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return { name: tileName(row, column), row, column, isBlank: !drawn.has(i) };
  });
  return {
    layout,
    // A roll is cut off where the pattern ends.
    sheet:
      sheet.isRoll && rows === 1 ? { ...sheet, height: layout.height + 2 * setup.margin } : sheet,
    margin: setup.margin,
    overlap: setup.overlap,
    area: sheet.isRoll && rows === 1 ? { width: area.width, height: layout.height } : area,
    step,
    columns,
    rows,
    tiles,
    printed: tiles.filter(({ isBlank }) => !isBlank).length,
  };
};

export type DrawPlaced = (placements: readonly Placement[]) => Drawing;

/**
 * The layout that needs the fewest sheets: for each number of sheets side by side the pieces are nested
 * anew. Pieces that were moved by hand lie where they were put.
 */
export const planPages = (
  pieces: readonly DrawnPiece[],
  setup: PrintSetup,
  moved: readonly Placement[],
  draw: DrawPlaced,
): PagePlan => {
  const sheet = sheetOf(setup);
  const { area, step } = printArea(sheet, setup);
  let best: PagePlan | null = null;
  for (let columns = 1; columns <= MOST_SHEETS; columns++) {
    const nested = layOut(pieces, area.width + (columns - 1) * step.x);
    if (!nested) continue;
    const plan = dividePages(nested, draw(nested.placements), setup);
    if (!best || isBetter(plan, best)) best = plan;
    // A single row gets no shorter.
    if (plan.rows === 1 || sheet.isRoll) break;
  }
  if (!best) throw new RangeError("A piece is longer than 40 sheets.");
  const byHand = moved.filter(({ name }) => pieces.some((piece) => piece.name === name));
  if (byHand.length === 0) return best;
  const layout = moveByHand(pieces, best.layout, byHand);
  return dividePages(layout, draw(layout.placements), setup);
};

const isBetter = (plan: PagePlan, best: PagePlan): boolean =>
  plan.printed < best.printed ||
  (plan.printed === best.printed &&
    plan.layout.width * plan.layout.height < best.layout.width * best.layout.height - 1e-9);

/** The part of the layout that a sheet shows. */
export const shownOn = ({ step, area }: PagePlan, { row, column }: Tile): Box => ({
  x: column * step.x,
  y: row * step.y,
  ...area,
});
