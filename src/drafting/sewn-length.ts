import { type Cubic, distance, lengthOf, type Point } from "./geometry.ts";
import type { NamedEdge, Piece } from "./pattern.ts";

/** Points that are nearer than this, in centimetres, are one. */
const SAME = 1e-3;

/** Whether a curve is a part of the mouth of a dart, which has no length once the dart is sewn. */
const isMouth = ({ darts }: Piece, [from, , , to]: Cubic): boolean => {
  const is = (a: Point, b: Point) => distance(a, b) < SAME;
  return darts.some(({ inner, outer, cap }) =>
    is(from, cap)
      ? is(to, inner) || is(to, outer)
      : is(to, cap) && (is(from, inner) || is(from, outer)),
  );
};

/** The length of an edge with its darts sewn shut, in centimetres. */
export const sewnLength = (piece: Piece, { curves }: NamedEdge): number =>
  curves.reduce((sum, curve) => sum + (isMouth(piece, curve) ? 0 : lengthOf(curve)), 0);
