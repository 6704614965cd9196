import {
  add,
  at,
  bisect,
  type Cubic,
  direction,
  distance,
  hemBetween,
  lengthOf,
  mapCurve,
  type Point,
  pointOn,
  quarterTurn,
  rotate,
  straight,
  subtract,
  times,
} from "./geometry.ts";
import type { SkirtDraft } from "./skirt.ts";
import type { SkirtPiece } from "./skirt-piece.ts";
import { type TruedSeam, trueSeam } from "./truing.ts";

/** The opening of a block without darts, which is slashed from the hem to the waist. In centimetres; own. */
const OPENING_WITHOUT_DARTS = 9;

/** A half front or back of the A-line, its centre on the left. */
export interface AlineHalf {
  readonly trued: TruedSeam;
  readonly centreWaist: Point;
  readonly side: readonly Cubic[];
  readonly centreHem: Point;
  readonly hem: Cubic;
  /** Where the side crosses the hip line of the block. */
  readonly hip: Point;
}

/** The angle by which a slash opens so wide at the hem, measured straight across. */
const angleFor = (opening: number, below: number): number =>
  2 * Math.asin(Math.min(1, opening / (2 * below)));

/** What the slash of a half hangs on: the point of its outermost dart, or the waist where there is none. */
const hingeOf = ({ trued }: SkirtPiece): Point =>
  trued.darts.at(-1)?.point ?? pointOn(trued.closed, 0.5);

/**
 * Opens a half by an angle about its hinge, adds half an opening at the side, and draws waist, side and hem anew.
 * Waist and side keep the lengths that they have in the block, which the lesson checks at its end: the side's waist
 * point moves until they do, by what is left of the dart.
 */
function openHalf(piece: SkirtPiece, length: number, angle: number, atSide: number): AlineHalf {
  const hinge = hingeOf(piece);
  const darts = piece.trued.darts.slice(0, -1);
  const turned = (p: Point): Point => rotate(p, hinge, -angle);
  const below = length - piece.hipCurve[3].y;
  const hipCurve = mapCurve(piece.hipCurve, turned);
  const hip = hipCurve[3];
  // Straight down the side as it lies now, then half an opening square to it.
  const straightDown = subtract(turned(at(piece.hipCurve[3].x, length)), hip);
  const outward = times(quarterTurn(direction(at(0, 0), straightDown)), -atSide);
  const down = direction(at(0, 0), add(straightDown, outward));
  const sideLength = lengthOf(piece.hipCurve);
  const along = direction(hipCurve[0], hipCurve[1]);

  const curveFrom = (waist: Point): Cubic => {
    const third = distance(waist, hip) / 3;
    return [waist, add(waist, times(along, third)), subtract(hip, times(down, third)), hip];
  };
  const shape = (takenIn: number) => {
    let waist = add(hipCurve[0], times(quarterTurn(along), takenIn));
    for (let i = 0; i < 6; i++) {
      const missing = sideLength - lengthOf(curveFrom(waist));
      waist = subtract(waist, times(along, missing));
    }
    const side = curveFrom(waist);
    const square = times(quarterTurn(direction(side[0], side[1])), -1);
    return { side, trued: trueSeam(piece.centreWaist, darts, waist, square) };
  };
  const takenIn = bisect((by) => shape(by).trued.length - piece.trued.length, -6, 6);
  const { side, trued } = shape(takenIn);
  const end = add(hip, times(down, below));
  const centreHem = at(0, length);
  return {
    trued,
    centreWaist: piece.centreWaist,
    side: [side, straight(hip, end)],
    centreHem,
    hem: hemBetween(end, down, centreHem, at(0, 1)),
    hip,
  };
}

/**
 * Makes the A-line of the block, as the lesson does: the outermost dart of each half closes, and the slash from its
 * point to the hem opens by width closed × length below the point ÷ depth of the dart. Both halves open alike, by as much as the one that can open less; what is left of the
 * other dart goes into the side seam. Half an opening more is added at each side.
 */
export function draftAline(draft: SkirtDraft) {
  const { measures, numbers } = draft;
  const length = measures.skirtLength;
  const belowOf = (piece: SkirtPiece, i: number): number => {
    const dart = piece.darts[i];
    return dart ? length - dart.point.y : 0;
  };
  const openingOf = (piece: SkirtPiece, i: number): number => {
    const dart = piece.darts[i];
    return dart ? (numbers.dartWidth * belowOf(piece, i)) / distance(dart.centre, dart.point) : 0;
  };
  const openings = [draft.back, draft.front]
    .filter(({ darts }) => darts.length > 0)
    .map((piece) => openingOf(piece, piece.darts.length - 1));
  const opening = openings.length > 0 ? Math.min(...openings) : OPENING_WITHOUT_DARTS;
  const halfOf = (piece: SkirtPiece): AlineHalf => {
    const angle = angleFor(opening, length - hingeOf(piece).y);
    return openHalf(piece, length, angle, opening / 2);
  };
  const frontLeft = ({ darts }: SkirtPiece): number => {
    const dart = darts.at(-1);
    if (!dart) return 0;
    const depth = distance(dart.centre, dart.point);
    return numbers.dartWidth - (opening * depth) / (length - dart.point.y);
  };
  /** The slash is open already at the hip line, where the hinge lies above it. */
  const atHip = (piece: SkirtPiece): number => {
    const { y } = hingeOf(piece);
    return (opening * (measures.waistToHip - y)) / (length - y);
  };
  return {
    back: halfOf(draft.back),
    front: halfOf(draft.front),
    numbers: {
      firstBackBelow: belowOf(draft.back, 0),
      firstBackOpening: openingOf(draft.back, 0),
      secondBackBelow: belowOf(draft.back, 1),
      secondBackOpening: openingOf(draft.back, 1),
      frontBelow: belowOf(draft.front, 0),
      frontOpening: openingOf(draft.front, 0),
      opening,
      flareAtSide: opening / 2,
      leftOfFrontDart: Math.max(0, frontLeft(draft.front)),
      backHipWider: atHip(draft.back),
      frontHipWider: atHip(draft.front),
      alineHip: 2 * (numbers.halfHip + atHip(draft.back) + atHip(draft.front)),
      alineHem: 2 * (numbers.halfHip + 3 * opening),
    },
  };
}
