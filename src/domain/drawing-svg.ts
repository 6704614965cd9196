import { DRAWING_WIDTH } from "../lib/drawing-width.ts";
import { HALO_WIDTH, INK_COLOURS, type Mark } from "./drawing.ts";
import { type Caption, LINE_HEIGHT, TEXT_SIZE } from "./drawing-text.ts";

/** The first font is the one that the server brings along; systems have the others. */
export const DRAWING_FONTS = '"DejaVu Sans", "Noto Sans", Arial, sans-serif';

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

const captionSvg = ({ x, y, lines, anchor, direction }: Caption, colour: string): string =>
  lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${y + index * LINE_HEIGHT}" fill="${colour}" direction="${direction}" text-anchor="${anchor}">${escaped(line)}</text>`,
    )
    .join("");

/** The white edge lies below all areas of a mark, as they overlap. */
const markSvg = ({ ink, paths, caption, isOnArea }: Mark): string => {
  const colour = INK_COLOURS[ink];
  const edges = paths.map((path) => `<path d="${path}" fill="none"/>`);
  const areas = paths.map((path) => `<path d="${path}" fill="${colour}" stroke="none"/>`);
  return (
    [...edges, ...areas].join("") + (caption ? captionSvg(caption, isOnArea ? "#fff" : colour) : "")
  );
};

/**
 * An SVG of what is drawn on a page, transparent elsewhere, for a picture of this many pixels.
 * @param top where the picture begins, in units, if it is a part of the page
 */
export const drawingSvg = (
  marks: readonly Mark[],
  { width, height }: { width: number; height: number },
  top = 0,
): string => {
  const unitsHigh = Math.round((DRAWING_WIDTH * height) / width);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    ` viewBox="0 ${top} ${DRAWING_WIDTH} ${unitsHigh}" preserveAspectRatio="none">`,
    `<g font-family="${escaped(DRAWING_FONTS)}" font-weight="bold" font-size="${TEXT_SIZE}"`,
    ` stroke="#fff" stroke-width="${2 * HALO_WIDTH}" stroke-linejoin="round" paint-order="stroke">`,
    ...marks.map(markSvg),
    "</g></svg>",
  ].join("");
};
