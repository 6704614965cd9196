import type { Sketch, SketchedPiece } from "../../drafting/sketch.ts";

/** Between two pieces, in centimetres. */
const GAP = 4;

/** A piece where it lies on the screen, with the one that is laid over it. */
export interface Laid {
  readonly piece: SketchedPiece;
  readonly over: SketchedPiece | null;
  /** Added to the points of each. */
  readonly x: number;
  readonly overX: number;
  readonly y: number;
}

export interface Layout {
  readonly pieces: readonly Laid[];
  readonly width: number;
  readonly height: number;
}

/**
 * Lays the pieces of a draft side by side on one level. Two drafts of a piece lie with their centres on each other.
 * @param isMirrored whether the first piece is on the right
 */
export const layOut = (sketch: Sketch, over: Sketch | null, isMirrored: boolean): Layout => {
  const pieces: Laid[] = [];
  let right = 0;
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const inOrder = isMirrored ? sketch.pieces.toReversed() : sketch.pieces;
  for (const piece of inOrder) {
    const other = over?.pieces.find(({ name }) => name === piece.name) ?? null;
    const shift = other ? piece.anchor - other.anchor : 0;
    const both = other ? [piece, { ...other, left: other.left + shift }] : [piece];
    const left = Math.min(...both.map((one) => one.left));
    const end = Math.max(...both.map((one) => one.left + one.width));
    top = Math.min(top, ...both.map((one) => one.top));
    bottom = Math.max(bottom, ...both.map((one) => one.top + one.height));
    const x = right + (pieces.length > 0 ? GAP : 0) - left;
    pieces.push({ piece, over: other, x, overX: x + shift, y: 0 });
    right = x + end;
  }
  return {
    pieces: pieces.map((laid) => ({ ...laid, y: -top })),
    width: right,
    height: bottom - top,
  };
};
