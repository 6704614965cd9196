import type { PDFPage } from "@cantoo/pdf-lib";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";

/** Where a page's drawing lies on the page. */
export interface PageBox {
  /** The page as it is turned, in units of a drawing. */
  readonly width: number;
  readonly height: number;
  /** The matrix from units of the drawing to the page's own space. */
  readonly matrix: readonly [number, number, number, number, number, number];
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What of the page is shown: the part of its crop box on its paper, as viewers do it. */
const visible = (page: PDFPage): Rectangle => {
  const paper = page.getMediaBox();
  const crop = page.getCropBox();
  const x = Math.max(paper.x, crop.x);
  const y = Math.max(paper.y, crop.y);
  const width = Math.min(paper.x + paper.width, crop.x + crop.width) - x;
  const height = Math.min(paper.y + paper.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : paper;
};

/** The page's own rotation clockwise: 0, 90, 180 or 270. Others count as none, as in viewers. */
export const rotationOf = (page: PDFPage): number => {
  const { angle } = page.getRotation();
  return angle % 90 === 0 ? ((angle % 360) + 360) % 360 : 0;
};

/** @param turn clockwise, in degrees, as the page is to be shown: its own rotation included */
export const pageBox = (page: PDFPage, turn: number): PageBox => {
  const { x, y, width, height } = visible(page);
  const [shownWidth, shownHeight] = turn % 180 === 0 ? [width, height] : [height, width];
  const s = shownWidth / DRAWING_WIDTH;
  const size = { width: DRAWING_WIDTH, height: shownHeight / s };
  // The drawing's y goes down, that of a page goes up.
  switch (turn) {
    case 90:
      return { ...size, matrix: [0, s, s, 0, x, y] };
    case 180:
      return { ...size, matrix: [-s, 0, 0, s, x + width, y] };
    case 270:
      return { ...size, matrix: [0, -s, -s, 0, x + width, y + height] };
    default:
      return { ...size, matrix: [s, 0, 0, -s, x, y + height] };
  }
};
