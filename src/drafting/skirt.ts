import { at, bisect, type Point } from "./geometry.ts";
import { dartOn, makePiece, type SkirtPiece, waistCurve } from "./skirt-piece.ts";
import type { Dart } from "./truing.ts";

/** Body measures in centimetres, named as in the measurement tables. */
export interface SkirtMeasures {
  readonly waistGirth: number;
  readonly hipGirth: number;
  readonly waistToHip: number;
  readonly skirtLength: number;
}

/** The body that the lessons draft for. */
export const EXAMPLE_SKIRT: SkirtMeasures = {
  waistGirth: 70,
  hipGirth: 96,
  waistToHip: 20,
  skirtLength: 60,
};

/** What the block allows beyond the body, in centimetres round the whole girth. */
export const SKIRT_EASE = { waist: 2, hip: 4 } as const;

/** Where the waist line leaves the level line of the frame, in centimetres. */
const RISE_AT_SIDE = 1;
const DROP_AT_CENTRE_BACK = 1;

const toHalf = (value: number): number => Math.round(value * 2) / 2;

/** How many darts share the reduction, and what share of it each takes. */
function dartPlan(reduction: number): { back: number; front: number; share: number } {
  if (reduction < 6 || reduction > 19)
    throw new RangeError(`waist reduction ${reduction} cm is outside 6 to 19 cm`);
  if (reduction < 9) return { back: 1, front: 1, share: 4 };
  if (reduction < 17) return { back: 2, front: 1, share: 6 };
  return { back: 2, front: 2, share: 7 };
}

/**
 * Drafts the straight skirt block, half back and half front.
 *
 * The frame is half of hip girth and ease wide, the side in its middle. Waist girth and ease are
 * taken from the hip's; what is left over, the waist reduction, goes into equal darts of a half
 * centimetre's roundness (1.5 to 3 cm) and, for the rest, into the side seam (at most 4.5 cm on
 * each piece). Darts divide the waist line of their piece evenly. This is the quarter-girth draft
 * of the common trade handbooks; what is our own is said in the lessons with its reason.
 *
 * @param measures in centimetres
 * @returns `numbers`, all that the lessons work out, in centimetres unless it counts darts:
 * `measuredBack` and `measuredFront` are the waist on the drafted curves with the darts shut, and
 * each side seam moves by `correction` at the waist so that the curves fit; `points`, the lettered
 * points on the sheet, x from centre back, y down from waist level; `drafted`, the pieces as drawn
 * with ruler and curve, before the waist is trued; `back` and `front`, the finished block
 * @throws RangeError where the waist reduction is outside 6 to 19 cm, which is a hip girth 10 to 36 cm
 * larger than the waist girth: this draft does not fit such a body.
 */
export function draftSkirt(measures: SkirtMeasures) {
  const { waistGirth, hipGirth, waistToHip } = measures;
  const halfHip = (hipGirth + SKIRT_EASE.hip) / 2;
  const halfWaist = (waistGirth + SKIRT_EASE.waist) / 2;
  const reduction = halfHip - halfWaist;
  const plan = dartPlan(reduction);
  const dartWidth = toHalf(reduction / plan.share);
  const sideTotal = reduction - (plan.back + plan.front) * dartWidth;
  const sideEach = sideTotal / 2;
  const quarter = halfHip / 2;

  const firstBackDart = waistToHip - 6;
  const secondBackDart = waistToHip - 7;
  const frontDart = waistToHip / 2;
  const hip = at(quarter, waistToHip);
  const side = at(quarter - sideEach, -RISE_AT_SIDE);
  const centreBack = at(0, DROP_AT_CENTRE_BACK);
  const centreFront = at(0, 0);
  const dartsOn = (centre: Point, depths: readonly number[]): Dart[] => {
    const waist = waistCurve(centre, side);
    return depths.map((depth, i) => dartOn(waist, (i + 1) / (depths.length + 1), dartWidth, depth));
  };
  const backDarts = dartsOn(centreBack, [firstBackDart, secondBackDart].slice(0, plan.back));
  const frontDarts = dartsOn(centreFront, [frontDart, frontDart - 1].slice(0, plan.front));

  const pieces = (takenIn: number): { back: SkirtPiece; front: SkirtPiece } => {
    const moved = at(side.x - takenIn, side.y);
    return {
      back: makePiece(centreBack, moved, hip, backDarts),
      front: makePiece(centreFront, moved, hip, frontDarts),
    };
  };
  const tooLong = (takenIn: number): number => {
    const { back, front } = pieces(takenIn);
    return back.trued.length + front.trued.length - halfWaist;
  };
  const drafted = pieces(0);
  const correction = bisect(tooLong, -2, 2);

  return {
    measures,
    numbers: {
      halfHip,
      quarter,
      halfWaist,
      reduction,
      backDarts: plan.back,
      frontDarts: plan.front,
      dartWidth,
      sideTotal,
      sideEach,
      curveOffset: sideEach / 5,
      backWaist: quarter - sideEach - plan.back * dartWidth,
      frontWaist: quarter - sideEach - plan.front * dartWidth,
      firstBackDart,
      secondBackDart,
      frontDart,
      measuredBack: drafted.back.trued.length,
      measuredFront: drafted.front.trued.length,
      correction,
    },
    points: letters(measures, halfHip, drafted.back, drafted.front),
    drafted,
    ...pieces(correction),
  };
}

/** The letters of the lessons, on one sheet: x from centre back, y down from waist level. */
function letters(
  { waistToHip, skirtLength }: SkirtMeasures,
  width: number,
  back: SkirtPiece,
  front: SkirtPiece,
): Record<string, Point> {
  const onSheet = (p: Point): Point => at(width - p.x, p.y);
  const points: Record<string, Point> = {
    A: at(0, 0),
    B: at(0, skirtLength),
    C: at(width, skirtLength),
    D: at(width, 0),
    E: at(0, waistToHip),
    F: at(width, waistToHip),
    G: at(width / 2, 0),
    H: at(width / 2, waistToHip),
    K: at(width / 2, skirtLength),
    L: back.centreWaist,
    M: back.sideWaist,
    N: onSheet(front.sideWaist),
  };
  back.darts.forEach((dart, i) => {
    const letter = "PQ".charAt(i);
    points[letter] = dart.centre;
    points[`${letter}1`] = dart.point;
  });
  front.darts.forEach((dart, i) => {
    const letter = "RS".charAt(i);
    points[letter] = onSheet(dart.centre);
    points[`${letter}1`] = onSheet(dart.point);
  });
  return points;
}
