import {
  add,
  alongCurve,
  at,
  between,
  type Cubic,
  direction,
  lengthOf,
  type Point,
  pointOn,
  quarterTurn,
  subtract,
  tangentOn,
  times,
} from "./geometry.ts";
import { type Dart, type TruedSeam, trueSeam } from "./truing.ts";

/** One piece in its own frame: x from its centre line towards the side, y down from waist level. */
export interface SkirtPiece {
  readonly centreWaist: Point;
  readonly sideWaist: Point;
  readonly waist: Cubic;
  /** From the waist to the hip line; below it the side runs straight down. */
  readonly hipCurve: Cubic;
  readonly darts: readonly Dart[];
  readonly trued: TruedSeam;
}

/** The hip curve: upright at the hip line; half way up it bulges from the chord by a fifth of the intake. */
export function hipCurveTo(sideWaist: Point, hip: Point): Cubic {
  const height = hip.y - sideWaist.y;
  const takeIn = hip.x - sideWaist.x;
  return [
    sideWaist,
    add(sideWaist, at((takeIn * 8) / 15, height / 3)),
    at(hip.x, hip.y - height / 3),
    hip,
  ];
}

/** A dart across the waist, a share of the way along it, its centre line square to it. */
export function dartOn(waist: Cubic, share: number, width: number, depth: number): Dart {
  const t = alongCurve(waist, share * lengthOf(waist));
  const centre = pointOn(waist, t);
  const along = tangentOn(waist, t);
  return {
    centre,
    point: add(centre, times(quarterTurn(along), depth)),
    inner: subtract(centre, times(along, width / 2)),
    outer: add(centre, times(along, width / 2)),
  };
}

/** A waist line that leaves the centre line square and bends evenly up to the side. */
export function waistCurve(centreWaist: Point, sideWaist: Point): Cubic {
  const bend = at((centreWaist.x + sideWaist.x) / 2, centreWaist.y);
  return [
    centreWaist,
    between(centreWaist, bend, 2 / 3),
    between(sideWaist, bend, 2 / 3),
    sideWaist,
  ];
}

/** A piece with its waist trued across the given darts. */
export function makePiece(
  centreWaist: Point,
  side: Point,
  hip: Point,
  darts: readonly Dart[],
): SkirtPiece {
  const curve = hipCurveTo(side, hip);
  const sideSquare = times(quarterTurn(direction(curve[0], curve[1])), -1);
  return {
    centreWaist,
    sideWaist: side,
    hipCurve: curve,
    waist: waistCurve(centreWaist, side),
    darts,
    trued: trueSeam(centreWaist, darts, side, sideSquare),
  };
}
