import {
  alongCurve,
  at,
  bisect,
  type Cubic,
  direction,
  distance,
  hemBetween,
  mapCurve,
  type Point,
  pointOn,
  quarterTurn,
  split,
  subtract,
  tangentOn,
  times,
} from "./geometry.ts";
import type { SkirtPiece } from "./skirt-piece.ts";
import { type TruedSeam, trueSeam } from "./truing.ts";

/** A straight line to the hem begins this far down from the hip line, as a share of the way; own. */
const TAPERS_FROM = 0.25;

/** The depth of a shaped facing; own, within the 5 to 7 cm of trade handbooks. */
const FACING_DEPTH_CM = 5;
/** A facing ends above the points of the darts, for below them it would not lie flat. A share of their depth; own. */
const OF_SHORTEST_DART = 0.85;

/** A half of the skirt, its centre on the left. */
export interface PencilHalf {
  readonly piece: SkirtPiece;
  /** From the waist to the hem. */
  readonly side: readonly [hip: Cubic, taper: Cubic];
  /** From the side to the centre. */
  readonly hem: Cubic;
  readonly centreHem: Point;
}

/**
 * The side from the hip line to the hem: upright at the hip line, and soon a straight line to the hem, which lies
 * `taperCm` further in. Own.
 */
const taperedSide = (hip: Point, lengthCm: number, taperCm: number): Cubic => {
  const below = lengthCm - hip.y;
  const end = at(hip.x - taperCm, lengthCm);
  const along = direction(at(hip.x, hip.y + below * TAPERS_FROM), end);
  return [hip, at(hip.x, hip.y + below / 3), subtract(end, times(along, below / 3)), end];
};

/** Where a curve that runs down the sheet crosses a level. @returns its parameter */
const atLevel = (curve: Cubic, y: number): number => bisect((t) => pointOn(curve, t).y - y, 0, 1);

/** A half whose side and hem end at a length. The hem meets side and centre at right angles, so that it is one line. */
const halfOf = (piece: SkirtPiece, taper: Cubic, endY: number): PencilHalf => {
  const centreHem = at(0, endY);
  const down = tangentOn(taper, 1);
  return {
    piece,
    side: [piece.hipCurve, taper],
    hem: hemBetween(taper[3], down, centreHem, at(0, 1)),
    centreHem,
  };
};

/** Tapers a half of the skirt block. Its waist and its hip stay as they are. Lengths in centimetres. */
export const pencilHalf = (piece: SkirtPiece, lengthCm: number, taperCm: number): PencilHalf =>
  halfOf(piece, taperedSide(piece.hipCurve[3], lengthCm, taperCm), lengthCm);

/** The half, shorter at its hem. */
export const shortened = ({ piece, side: [, taper], centreHem }: PencilHalf, byCm: number) => {
  const endY = centreHem.y - byCm;
  return halfOf(piece, split(taper, atLevel(taper, endY))[0], endY);
};

/** The width of a half at a level below its hip line, in centimetres. */
export const widthAt = ({ side: [, taper] }: PencilHalf, y: number): number =>
  y >= taper[3].y ? taper[3].x : pointOn(taper, atLevel(taper, y)).x;

/** What a facing takes of a half, and what it leaves. */
export interface FacedHalf {
  /** With the darts shut: what the facing is cut to. Upper edge, side and lower edge from the centre to the side. */
  readonly facing: { readonly upper: Cubic; readonly side: Cubic; readonly lower: Cubic };
  /** The line below the facing on the flat half, across its darts. */
  readonly below: TruedSeam;
  /** Where that line begins, at the centre. */
  readonly centre: Point;
  /** What is left of the hip curve. */
  readonly hipCurve: Cubic;
}

/** How deep the facing of both halves is, in centimetres. */
export const facingDepth = (halves: readonly PencilHalf[]): number =>
  Math.min(
    FACING_DEPTH_CM,
    ...halves.flatMap(({ piece }) =>
      piece.darts.map(({ centre, point }) => distance(centre, point) * OF_SHORTEST_DART),
    ),
  );

/**
 * Makes the shaped facing, as trade handbooks do: the upper part of the half is traced with its darts folded shut, so
 * that the facing has none. Its lower edge is parallel to the waist at centre and side.
 */
export const faceHalf = ({ piece }: PencilHalf, depthCm: number): FacedHalf => {
  const { trued, hipCurve, darts, centreWaist } = piece;
  const t = alongCurve(hipCurve, depthCm);
  const [above, left] = split(hipCurve, t);
  const centre = at(0, centreWaist.y + depthCm);
  const square = times(quarterTurn(tangentOn(hipCurve, t)), -1);
  const below = trueSeam(centre, darts, above[3], square);
  const shut = (p: Point): Point => trued.fold(p, darts.length);
  return {
    facing: { upper: trued.closed, side: mapCurve(above, shut), lower: below.closed },
    below,
    centre,
    hipCurve: left,
  };
};
