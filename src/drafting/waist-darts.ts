import { at, type Point } from "./geometry.ts";
import type { Dart } from "./truing.ts";

interface WaistPlan {
  /** How many darts each piece has. */
  readonly back: number;
  readonly front: number;
  /** The width of each dart, in centimetres. */
  readonly width: number;
  /** What each piece loses at the side seam. Negative: the side flares out. */
  readonly sideEach: number;
}

/** A dart up to 5 cm wide can be pressed; a wider one is split in two. */
const WIDEST = 5;
/** Narrower than this a dart only makes folds. */
const NARROWEST = 1;
/** Between two darts of one piece, in centimetres. */
const BETWEEN = 3;

/**
 * How the waist surplus is shared, as the lessons say: a third to each dart, and the last third to the side. Where
 * a third is narrower than a centimetre, the back has no dart; where it is narrower than half of one, the front
 * has none either, and the side takes it all.
 */
export function waistPlan(surplus: number): WaistPlan {
  const third = surplus / 3;
  if (third < NARROWEST / 2) return { back: 0, front: 0, width: 0, sideEach: surplus / 2 };
  if (third < NARROWEST) return { back: 0, front: 1, width: third, sideEach: third };
  const darts = third > WIDEST ? 2 : 1;
  return { back: darts, front: darts, width: third / darts, sideEach: surplus / 6 };
}

/** How far the darts of a piece reach to each side of their middle. */
export const reachOfDarts = (count: number, width: number): number =>
  count === 2 ? BETWEEN / 2 + width : (count * width) / 2;

/**
 * The waist darts of a piece, from the centre line to the side.
 * @param foot the middle of the darts on the waist line
 * @param point where a single dart ends; two end beside it
 * @param outward 1 where the side is to the right of the centre line, else -1
 */
export function waistDarts(
  foot: Point,
  point: Point,
  count: number,
  width: number,
  outward: 1 | -1,
): Dart[] {
  const half = (width / 2) * outward;
  const aside = count === 2 ? ((BETWEEN + width) / 2) * outward : 0;
  return Array.from({ length: count }, (_, i) => {
    const shift = aside * (2 * i - 1);
    const x = foot.x + shift;
    return {
      centre: at(x, foot.y),
      point: at(point.x + shift, point.y),
      inner: at(x - half, foot.y),
      outer: at(x + half, foot.y),
    };
  });
}
