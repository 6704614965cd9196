import { at } from "../geometry.ts";
import {
  type Drawing,
  type Line,
  polyline,
  rectangle,
  shiftDrawing,
  type Text,
} from "./drawing.ts";
import type { Layout } from "./lay-out.ts";
import type { Page } from "./pdf.ts";
import { PRINT_STYLES, type Styles } from "./styles.ts";

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
