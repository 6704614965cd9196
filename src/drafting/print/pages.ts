import { isInside, overlap, type Point } from "../geometry.ts";
import type { Box } from "./drawing.ts";
import {
  type Layout,
  layOut,
  moveByHand,
  type Outline,
  type Placement,
  placeOutlines,
} from "./lay-out.ts";
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
  /** Two pieces that a hand has put one over the other; null if none lies so. */
  readonly overlapping: readonly [string, string] | null;
}

const rowName = (row: number): string =>
  (row >= 26 ? rowName(Math.floor(row / 26) - 1) : "") + String.fromCharCode(65 + (row % 26));

export const tileName = (row: number, column: number): string => `${rowName(row)}${column + 1}`;

const sheets = (length: number, area: number, step: number): number =>
  Math.max(1, Math.ceil((length - area) / step - 1e-9) + 1);

/** No more is laid out: pieces that were dragged far away would take all memory. */
const MOST_SHEETS = 40;

const printArea = (sheet: Sheet, { margin, overlap }: PrintSetup) => {
  const area = { width: sheet.width - 2 * margin, height: sheet.height - 2 * margin };
  return { area, step: { x: area.width - overlap, y: area.height - overlap } };
};

/** How far two points of an outline are apart at most when its sheets are looked for. */
const SAMPLE = 0.2;

const markOutline = (outline: readonly Point[], mark: (point: Point) => void): void => {
  outline.forEach((from, i) => {
    const to = outline[(i + 1) % outline.length] ?? from;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SAMPLE));
    for (let k = 0; k < steps; k++) {
      const share = k / steps;
      mark({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
  });
};

/** Divides a layout among sheets. A sheet within a piece is printed, too: the others are taped to it. */
const dividePages = (pieces: readonly Outline[], layout: Layout, setup: PrintSetup): PagePlan => {
  const sheet = sheetOf(setup);
  const { area, step } = printArea(sheet, setup);
  const columns = Math.min(MOST_SHEETS, sheets(layout.width, area.width, step.x));
  const rows = Math.min(MOST_SHEETS, sheets(layout.height, area.height, step.y));
  const outlines = placeOutlines(pieces, layout.placements);
  const drawn = new Set<number>();
  for (const outline of outlines) {
    markOutline(outline, ({ x, y }) => {
      // What lies in an overlap belongs to the sheet that begins there.
      const column = Math.min(columns - 1, Math.max(0, Math.floor(x / step.x)));
      const row = Math.min(rows - 1, Math.max(0, Math.floor(y / step.y)));
      drawn.add(row * columns + column);
    });
  }
  const tiles = Array.from({ length: rows * columns }, (_, i): Tile => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const middle = { x: (column + 0.5) * step.x, y: (row + 0.5) * step.y };
    const isBlank = !drawn.has(i) && !outlines.some((outline) => isInside(outline, middle));
    return { name: tileName(row, column), row, column, isBlank };
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
    overlapping: null,
  };
};

/** The first two pieces of a layout that lie one over the other; null if none does. */
export const firstOverlap = (
  pieces: readonly Outline[],
  { placements }: Layout,
): readonly [string, string] | null => {
  const placed = placements.map((placement) => ({
    name: placement.name,
    outline: placeOutlines(pieces, [placement])[0] ?? [],
  }));
  for (const [i, one] of placed.entries()) {
    const other = placed.slice(i + 1).find((each) => overlap(one.outline, each.outline));
    if (other) return [one.name, other.name];
  }
  return null;
};

/**
 * The layout that needs the fewest sheets: for each number of sheets side by side the pieces are nested
 * again. Pieces that were moved by hand lie where they were put.
 */
export const planPages = (
  pieces: readonly Outline[],
  setup: PrintSetup,
  moved: readonly Placement[],
): PagePlan => {
  const sheet = sheetOf(setup);
  const { area, step } = printArea(sheet, setup);
  let best: PagePlan | null = null;
  for (let columns = 1; columns <= MOST_SHEETS; columns++) {
    const nested = layOut(pieces, area.width + (columns - 1) * step.x);
    if (!nested) continue;
    const plan = dividePages(pieces, nested, setup);
    if (!best || isBetter(plan, best)) best = plan;
    // Wider paper is of no use.
    if (plan.columns < columns || plan.rows === 1 || sheet.isRoll) break;
  }
  if (!best) throw new RangeError("A piece is longer than 40 sheets.");
  const byHand = moved.filter(({ name }) => pieces.some((piece) => piece.name === name));
  if (byHand.length === 0) return best;
  const layout = moveByHand(pieces, best.layout, byHand);
  return { ...dividePages(pieces, layout, setup), overlapping: firstOverlap(pieces, layout) };
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
