import {
  amountsOf,
  type DrawnPage,
  MAX_DRAWN_PAGES,
  MAX_INK,
  MAX_POINTS,
  MAX_SHAPE_TEXT,
  MAX_SHAPES,
  MAX_TEXT,
  type Shape,
} from "../../contract/drawing.ts";

/** What a drawing has no more room for. */
export type Full = "shapes" | "strokes" | "text" | "pages";

/** The longest text of one shape. */
export const MAX_TEXT_LENGTH = MAX_SHAPE_TEXT;

/** The numbers that the sentences about a full drawing name. */
export const LIMITS = { shapes: MAX_SHAPES, pages: MAX_DRAWN_PAGES } as const;

/** How much may still be drawn with the pen on a file. */
export interface PenRoom {
  readonly points: number;
  readonly ink: number;
}

const shapesOf = (pages: readonly DrawnPage[]): readonly Shape[] =>
  pages.flatMap(({ shapes }) => shapes);

export const penRoom = (pages: readonly DrawnPage[]): PenRoom => {
  const { points, ink } = amountsOf(shapesOf(pages));
  return { points: MAX_POINTS - points, ink: MAX_INK - ink };
};

/** What the drawing has too much of, as the school would refuse it; null if it fits. */
export const fullOf = (pages: readonly DrawnPage[]): Full | null => {
  if (pages.length > MAX_DRAWN_PAGES) return "pages";
  if (pages.some(({ shapes }) => shapes.length > MAX_SHAPES)) return "shapes";
  const { points, ink, text } = amountsOf(shapesOf(pages));
  if (points > MAX_POINTS || ink > MAX_INK) return "strokes";
  return text > MAX_TEXT ? "text" : null;
};
