import { lengthOf } from "./geometry.ts";
import type { Piece } from "./pattern.ts";

/** How often a piece is in the garment; one on the fold is half of what is cut. */
export const timesOf = ({ cut }: Pick<Piece, "cut">): number => cut.count * (cut.onFold ? 2 : 1);

/**
 * What the garment measures on the first guide line of its pieces, such as the hip line. In centimetres.
 * @param pieces those that go round the body
 * @returns null if one of them has no such line
 */
export const girthOnGuide = (pieces: readonly Piece[]): number | null => {
  let sum = 0;
  for (const piece of pieces) {
    const [guide] = piece.guides;
    if (!guide) return null;
    sum += timesOf(piece) * guide.reduce((length, curve) => length + lengthOf(curve), 0);
  }
  return sum;
};
