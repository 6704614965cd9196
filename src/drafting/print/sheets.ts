import { at, type Point } from "../geometry.ts";
import { type DrawnPiece, turnPiece } from "./draw-piece.ts";
import {
  type Box,
  type Drawing,
  type Line,
  PRINT_STYLES,
  polyline,
  rectangle,
  type Styles,
  shiftDrawing,
  type Text,
  together,
} from "./drawing.ts";
import type { Layout, Placement } from "./lay-out.ts";
import { type PagePlan, shownOn, type Tile } from "./pages.ts";
import type { Page } from "./pdf.ts";
import { wrapText } from "./piece-label.ts";
import { noteSetter } from "./sheet-note.ts";

export const drawPlaced = (
  pieces: readonly DrawnPiece[],
  placements: readonly Placement[],
): Drawing =>
  together(
    placements.flatMap(({ name, x, y, turn }) => {
      const piece = pieces.find((one) => one.name === name);
      return piece ? [shiftDrawing(turnPiece(piece, turn).drawing, at(x, y))] : [];
    }),
  );

/** A cross in a diamond, half of it on each of two sheets. */
const joinMark = ({ x, y }: Point): Line[] => {
  const r = 0.4;
  return [
    polyline("page", [at(x - r, y), at(x, y - r), at(x + r, y), at(x, y + r)], true),
    polyline("page", [at(x - r, y), at(x + r, y)]),
    polyline("page", [at(x, y - r), at(x, y + r)]),
  ];
};

/** The marks of a layout, which lie in the middle of each overlap. */
const joinMarks = ({ columns, rows, step, overlap }: PagePlan): Drawing => {
  const lines: Line[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (const share of [1 / 4, 3 / 4]) {
        if (column > 0) {
          lines.push(...joinMark(at(column * step.x + overlap / 2, (row + share) * step.y)));
        }
        if (row > 0) {
          lines.push(...joinMark(at((column + share) * step.x, row * step.y + overlap / 2)));
        }
      }
    }
  }
  return { lines, texts: [] };
};

/** What surrounds the part of the layout on a sheet: frame, name, and where the next sheets begin. */
const sheetFrame = (plan: PagePlan, tile: Tile, note: string): Drawing => {
  const { margin, overlap, area, step, columns, rows } = plan;
  const frame: Box = { x: margin, y: margin, ...area };
  const lines = [rectangle("page", frame)];
  const dashed = (from: Point, to: Point): void => {
    const parts = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 0.3));
    for (let i = 0; i < parts; i += 2) {
      const share = (k: number) =>
        at(from.x + ((to.x - from.x) * k) / parts, from.y + ((to.y - from.y) * k) / parts);
      lines.push(polyline("page", [share(i), share(Math.min(parts, i + 1))]));
    }
  };
  const [right, bottom] = [margin + step.x, margin + step.y];
  if (tile.column < columns - 1 && overlap > 0) {
    dashed(at(right, margin), at(right, margin + area.height));
  }
  if (tile.row < rows - 1 && overlap > 0) {
    dashed(at(margin, bottom), at(margin + area.width, bottom));
  }
  const letters = (area.width - 4) / (0.28 * 0.6);
  // Below the overlap, where marks lie.
  const top = margin + overlap;
  const [first = "", ...rest] = wrapText(note, letters);
  const label = rest.length > 0 ? `${first}\u2026` : first;
  const look = { layer: "page", anchor: "left" } as const;
  const afterName = margin + 0.5 + 0.5 * tile.name.length;
  return {
    lines,
    texts: [
      { ...look, text: tile.name, at: at(margin + 0.3, top + 0.7), size: 0.63, isBold: true },
      { ...look, text: label, at: at(afterName, top + 0.65), size: 0.28 },
    ],
  };
};

/** What a sheet says besides its part of the pattern. */
interface SheetTexts {
  /** Stands on each sheet, with its number. */
  readonly title: string;
  /** Stands on each sheet that has room for it. */
  readonly facts: readonly string[];
  readonly isRightToLeft: boolean;
}

/**
 * The sheets of a layout that are not blank: each shows its part, its name, the lines at which the next
 * sheets begin, and marks that meet when the sheets are in place.
 */
export const drawSheets = (
  plan: PagePlan,
  drawing: Drawing,
  { title, facts, isRightToLeft }: SheetTexts,
): Page[] => {
  const { sheet, margin, overlap, tiles, columns, rows } = plan;
  const setNote = noteSetter(drawing, facts.join(" \u00b7 "), isRightToLeft);
  const isTiled = columns * rows > 1;
  const whole = isTiled ? together([drawing, joinMarks(plan)]) : drawing;
  const printed = tiles.filter(({ isBlank }) => !isBlank);
  return printed.map((tile, i) => {
    const shown = shownOn(plan, tile);
    const { x, y, width, height } = shown;
    const noted = { ...whole, texts: [...whole.texts, ...setNote(shown, overlap)] };
    const part = {
      drawing: shiftDrawing(noted, at(margin - x, margin - y)),
      clip: { x: margin, y: margin, width, height },
    };
    const note = `${i + 1}/${printed.length} \u00b7 ${title}`;
    const parts = isTiled ? [part, { drawing: sheetFrame(plan, tile, note) }] : [part];
    return { width: sheet.width, height: sheet.height, parts };
  });
};

/** For a projector: thick lines, whose kinds differ in colour and dash, as thin ones vanish on cloth. */
export const PROJECTOR_STYLES: Styles = {
  ...PRINT_STYLES,
  cut: { width: 0.2, colour: [0, 0, 0] },
  seam: { width: 0.12, colour: [0, 70, 200], dash: [0.8, 0.5] },
  dart: { width: 0.15, colour: [200, 0, 0] },
  notch: { width: 0.25, colour: [200, 0, 0] },
  grain: { width: 0.12, colour: [0, 120, 60] },
  fold: { width: 0.15, colour: [120, 0, 160] },
  guide: { width: 0.08, colour: [90, 90, 90], dash: [0.5, 0.5] },
  grid: { width: 0.05, colour: [190, 190, 190] },
  calibration: { width: 0.15, colour: [230, 110, 0] },
};

export type GridUnit = "cm" | "in";

/** The lines of a grid that is not crowded, and the sides of the square to calibrate by, largest first. */
const UNITS = {
  cm: { length: 1, minor: 5, major: 4, squares: [50, 30, 20, 10] },
  in: { length: 2.54, minor: 2, major: 5, squares: [20, 12, 8, 4] },
} as const;

/**
 * All pieces on one page, on a grid, with a square to calibrate the projector by. It is as large as the
 * page allows: a small one proves little.
 */
export const drawForProjector = (
  { width: contentWidth, height: contentHeight }: Layout,
  drawing: Drawing,
  unit: GridUnit,
): Page => {
  const { length, minor, major, squares } = UNITS[unit];
  const cell = minor * length;
  // Whole cells, so that the grid ends with the page.
  const columns = Math.max(1, Math.ceil((contentWidth + 2) / cell));
  const rows = Math.max(1, Math.ceil((contentHeight + 2) / cell));
  const [width, height] = [columns * cell, rows * cell];
  const lines: Line[] = [];
  for (let i = 0; i <= columns; i++) {
    lines.push(polyline("grid", [at(i * cell, 0), at(i * cell, height)]));
    // Every few lines a double one.
    if (i % major === 0)
      lines.push(polyline("grid", [at(i * cell + 0.1, 0), at(i * cell + 0.1, height)]));
  }
  for (let i = 0; i <= rows; i++) {
    lines.push(polyline("grid", [at(0, i * cell), at(width, i * cell)]));
    if (i % major === 0)
      lines.push(polyline("grid", [at(0, i * cell + 0.1), at(width, i * cell + 0.1)]));
  }
  const side =
    squares.find((one) => one * length <= Math.min(width, height)) ?? squares.at(-1) ?? 1;
  lines.push(rectangle("calibration", { x: 0, y: 0, width: side * length, height: side * length }));
  const label: Text = {
    layer: "calibration",
    text: `${side} \u00d7 ${side} ${unit}`,
    at: at((side * length) / 2, side * length - 0.5),
    anchor: "middle",
    size: 1,
    isBold: true,
  };
  return {
    width,
    height,
    parts: [{ drawing: { lines, texts: [label] } }, { drawing: shiftDrawing(drawing, at(1, 1)) }],
  };
};
