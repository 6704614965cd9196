import { at, type Point } from "../../src/drafting/geometry.ts";
import { type Box, PAPER, PdfPage } from "./pdf.ts";

/** Printers cannot print up to the paper's edge. */
export const MARGIN = 1;
/** How far neighbouring sheets overlap. */
export const OVERLAP = 1;

/** The part of a sheet that is printed on. */
export const AREA: Box = {
  x: MARGIN,
  y: MARGIN,
  width: PAPER.width - 2 * MARGIN,
  height: PAPER.height - 2 * MARGIN,
};
/** The distance from one sheet to the next. */
export const STEP = { x: AREA.width - OVERLAP, y: AREA.height - OVERLAP } as const;

/** The number of sheets that a length needs. */
const sheets = (length: number, step: number): number =>
  Math.max(1, Math.ceil((length - OVERLAP) / step));

export interface Tiles {
  readonly columns: number;
  readonly rows: number;
}

export const tilesFor = (width: number, height: number): Tiles => ({
  columns: sheets(width, STEP.x),
  rows: sheets(height, STEP.y),
});

/** The name of a sheet: row A, column 1 is A1. */
export const tileName = (row: number, column: number): string =>
  `${String.fromCharCode(65 + row)}${column + 1}`;

const THIN = { width: 0.4, grey: 0.45 } as const;
const CUT = { width: 0.4, grey: 0.45, dash: [4, 3] as const };

/** A cross in a diamond, half of it on each of two sheets. */
const joinMark = (page: PdfPage, { x, y }: Point): void => {
  const r = 0.4;
  page.line([at(x - r, y), at(x, y - r), at(x + r, y), at(x, y + r), at(x - r, y)], THIN);
  page.line([at(x - r, y), at(x + r, y)], THIN).line([at(x, y - r), at(x, y + r)], THIN);
};

/**
 * Splits a drawing in its real size into sheets. Each sheet has its name in the corner, the lines at
 * which the next sheets begin, and marks that meet when the sheets are in place.
 *
 * @param draw draws the whole, moved by the given distance
 */
export function tile(
  title: string,
  { columns, rows }: Tiles,
  draw: (page: PdfPage, move: (point: Point) => Point) => void,
): PdfPage[] {
  const pages: PdfPage[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const page = new PdfPage();
      const move = ({ x, y }: Point): Point =>
        at(x + AREA.x - column * STEP.x, y + AREA.y - row * STEP.y);
      page.clipped(AREA, () => {
        draw(page, move);
        // The marks lie in the middle of each overlap, a third of the way along it.
        for (const c of [column, column + 1]) {
          if (c < 1 || c >= columns) continue;
          for (const share of [1 / 4, 3 / 4]) {
            joinMark(page, move(at(c * STEP.x + OVERLAP / 2, (row + share) * STEP.y)));
          }
        }
        for (const r of [row, row + 1]) {
          if (r < 1 || r >= rows) continue;
          for (const share of [1 / 4, 3 / 4]) {
            joinMark(page, move(at((column + share) * STEP.x, r * STEP.y + OVERLAP / 2)));
          }
        }
      });
      page.rectangle(AREA, THIN);
      const { x, y, width, height } = AREA;
      const right = x + STEP.x;
      const bottom = y + STEP.y;
      if (column < columns - 1) page.line([at(right, y), at(right, y + height)], CUT);
      if (row < rows - 1) page.line([at(x, bottom), at(x + width, bottom)], CUT);
      const name = tileName(row, column);
      page.text(at(x + 0.3, y + 0.9), name, { size: 18, bold: true, grey: 0.35 });
      page.text(at(x + 1.5, y + 0.8), title, { size: 8, grey: 0.35 });
      pages.push(page);
    }
  }
  return pages;
}
