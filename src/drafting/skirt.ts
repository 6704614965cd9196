import { at, bisect, distance, lengthOf, type Point } from "./geometry.ts";
import { dartOn, makePiece, type SkirtPiece, waistCurve } from "./skirt-piece.ts";
import type { Dart } from "./truing.ts";

/** How many darts share the waist reduction of a half skirt, and what share of it each takes. */
interface DartPlan {
  readonly back: number;
  readonly front: number;
  readonly share: number;
}

const toHalf = (value: number): number => Math.round(value * 2) / 2;

/** The width of each dart, rounded to a half centimetre. */
const dartWidthOf = ({ back, front, share }: DartPlan, reduction: number): number =>
  back + front === 0 ? 0 : toHalf(reduction / share);

/** The share of a plan: the side seam takes as much as two darts, as three where there are three or more. */
const planOf = (back: number, front: number): DartPlan => ({
  back,
  front,
  share: back + front + (back + front < 3 ? 2 : 3),
});

/** The table of the lesson on the number of darts, which ends at 6 and 19 cm; null beyond it. */
const lessonPlan = (reduction: number): DartPlan | null => {
  if (reduction < 6 || reduction > 19) return null;
  if (reduction < 9) return planOf(1, 1);
  return planOf(2, reduction < 17 ? 1 : 2);
};

/** What a dart and each side of a side seam can take before the cloth bulges, in centimetres. */
const MAX_DART = 4;
const MAX_SIDE = 6;
/** The smallest and the largest reduction that is drafted, in centimetres on the half. */
const LIMITS = [-6, 24] as const;

type PlanFailure = "waist-beyond-hip" | "waist-far-from-hip" | "too-few-darts" | "too-many-darts";

/**
 * The darts for any body. It continues the table of the lessons at both ends: a body that is nearly straight has no
 * darts, as the lesson says, and its side seam takes what there is; beyond 19 cm darts and side seam share what is
 * more, up to the width that still can be pressed flat (own, with the limits of the lessons a little wider).
 * @param back the number of darts that the person wants in each half; null: as many as the body needs
 */
export const dartPlan = (
  reduction: number,
  back: number | null,
  front: number | null,
): DartPlan | PlanFailure => {
  if (reduction < LIMITS[0]) return "waist-beyond-hip";
  if (reduction > LIMITS[1]) return "waist-far-from-hip";
  const usual = lessonPlan(reduction) ?? (reduction < 6 ? planOf(0, 0) : planOf(2, 2));
  const plan =
    back === null && front === null ? usual : planOf(back ?? usual.back, front ?? usual.front);
  if (plan.back + plan.front === 0)
    return reduction / 2 > MAX_SIDE ? "too-few-darts" : { ...plan, share: 1 };
  const width = dartWidthOf(plan, reduction);
  if (width < 1) return "too-many-darts";
  const side = (reduction - (plan.back + plan.front) * width) / 2;
  return width > MAX_DART || side > MAX_SIDE ? "too-few-darts" : plan;
};

/** Body measures in centimetres, named as in the measurement tables. */
interface SkirtMeasures {
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

/** What a person may change of the draft. Centimetres. */
interface SkirtChoices {
  readonly waistEase: number;
  readonly hipEase: number;
  /** How far the side seam lies behind the middle of the frame. */
  readonly sideShift: number;
  /** Null: that of the lessons. */
  readonly plan: DartPlan | null;
}

/** The draft of the lessons. */
const LESSONS: SkirtChoices = {
  waistEase: SKIRT_EASE.waist,
  hipEase: SKIRT_EASE.hip,
  sideShift: 0,
  plan: null,
};

/** What must be taken in at the waist, on the half: the difference of hip and waist with their ease. */
export const reductionOf = (
  { waistGirth, hipGirth }: Pick<SkirtMeasures, "waistGirth" | "hipGirth">,
  { waistEase, hipEase }: Pick<SkirtChoices, "waistEase" | "hipEase"> = LESSONS,
): number => (hipGirth + hipEase) / 2 - (waistGirth + waistEase) / 2;

/** Below this waist to hips a dart is a share of it: it could not end 6 cm above the hip line and take in its width. */
const LEAST_DART_SHARE = 0.55;

/**
 * Drafts the straight skirt block, half back and half front.
 *
 * Sources. The build is that of the straight skirt block in W. Aldrich, "Metric Pattern Cutting for Women's Wear", sixth
 * edition: a frame of half the hip girth with ease, the hip line at waist to hips, two darts that divide the waist line of
 * the back in three and one in the front. With the ease of that book its sizes get the same widths: three darts of 2 cm,
 * and 7 cm for both sides. Ours, with the reason:
 * - ease of 2 cm at the waist and 4 at the hip where the book has 1 and 3: to sit in a skirt without a vent;
 * - back and front equally wide, and equal intakes at the side: both side seams are one curve, and equally long;
 * - number and width of the darts by the waist reduction, in equal parts of a half centimetre's roundness (1.5 to 3 cm;
 *   at most 4.5 cm for each side): the sizes of a book differ in hip and waist by the same number, bodies do not;
 * - darts that end 6 and 7 cm above the hip line, and half way in front (the book: 14, 12.5 and 10 cm long): above the
 *   fullest place, wherever it is;
 * - a waist line that rises 1 cm at the side and drops 1 cm at centre back (the book: 1.25 cm up): the waist of a
 *   standing body is not level.
 *
 * @param measures in centimetres
 * @param choices what differs from the lessons
 * @returns `numbers`, all that the lessons work out, in centimetres unless it counts darts, and `steps` on the
 * way to them: `measuredBack` and `measuredFront` are the waist on the drafted curves with the darts shut, and
 * each side seam moves by `correction` at the waist so that the curves fit; the legs of darts are those of the trued
 * waist, 0 where there is no such dart; `points`, the lettered
 * points on the sheet, x from centre back, y down from waist level; `drafted`, the pieces as drawn
 * with ruler and curve, before the waist is trued; `back` and `front`, the finished block
 * @throws RangeError where the waist reduction is outside 6 to 19 cm, which is a hip girth 10 to 36 cm
 * larger than the waist girth, and no plan is given: the draft of the lessons does not fit such a body.
 */
export function draftSkirt(measures: SkirtMeasures, choices: Partial<SkirtChoices> = {}) {
  const { waistEase, hipEase, sideShift, plan: chosen } = { ...LESSONS, ...choices };
  const { waistGirth, hipGirth, waistToHip } = measures;
  const halfHip = (hipGirth + hipEase) / 2;
  const halfWaist = (waistGirth + waistEase) / 2;
  const reduction = halfHip - halfWaist;
  const plan = chosen ?? lessonPlan(reduction);
  if (!plan) throw new RangeError(`waist reduction ${reduction} cm is outside 6 to 19 cm`);
  const dartWidth = dartWidthOf(plan, reduction);
  const sideTotal = reduction - (plan.back + plan.front) * dartWidth;
  const sideEach = sideTotal / 2;
  const quarter = halfHip / 2;
  const backWidth = quarter - sideShift;
  const frontWidth = quarter + sideShift;

  const firstBackDart = Math.max(waistToHip - 6, waistToHip * LEAST_DART_SHARE);
  const secondBackDart = firstBackDart - 1;
  const frontDart = waistToHip / 2;
  const sideOf = (width: number, takenIn = 0): Point =>
    at(width - sideEach - takenIn, -RISE_AT_SIDE);
  const centreBack = at(0, DROP_AT_CENTRE_BACK);
  const centreFront = at(0, 0);
  const dartsOn = (centre: Point, width: number, depths: readonly number[]): Dart[] => {
    const waist = waistCurve(centre, sideOf(width));
    return depths.map((depth, i) => dartOn(waist, (i + 1) / (depths.length + 1), dartWidth, depth));
  };
  const backDepths = [firstBackDart, secondBackDart].slice(0, plan.back);
  const frontDepths = [frontDart, frontDart - 1].slice(0, plan.front);
  const backDarts = dartsOn(centreBack, backWidth, backDepths);
  const frontDarts = dartsOn(centreFront, frontWidth, frontDepths);

  const pieces = (takenIn: number): { back: SkirtPiece; front: SkirtPiece } => ({
    back: makePiece(centreBack, sideOf(backWidth, takenIn), at(backWidth, waistToHip), backDarts),
    front: makePiece(
      centreFront,
      sideOf(frontWidth, takenIn),
      at(frontWidth, waistToHip),
      frontDarts,
    ),
  });
  const tooLong = (takenIn: number): number => {
    const { back, front } = pieces(takenIn);
    return back.trued.length + front.trued.length - halfWaist;
  };
  const drafted = pieces(0);
  const correction = bisect(tooLong, -2, 2);
  const finished = pieces(correction);
  const legOf = ({ trued }: SkirtPiece, i: number): number => {
    const dart = trued.darts[i];
    return dart ? distance(dart.inner, dart.point) : 0;
  };

  const backPart = (backWidth - sideEach) / (plan.back + 1);
  const frontPart = (frontWidth - sideEach) / (plan.front + 1);
  const [firstDart] = drafted.back.darts;

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
      sideEach,
      backWidth,
      frontWidth,
      backWaist: backWidth - sideEach - plan.back * dartWidth,
      frontWaist: frontWidth - sideEach - plan.front * dartWidth,
      firstBackDart,
      secondBackDart,
      frontDart,
      measuredBack: drafted.back.trued.length,
      measuredFront: drafted.front.trued.length,
      firstBackDartLeg: legOf(finished.back, 0),
      secondBackDartLeg: legOf(finished.back, 1),
      frontDartLeg: legOf(finished.front, 0),
      zipLength: waistToHip - DROP_AT_CENTRE_BACK,
      wholeWaist: 2 * (finished.back.trued.length + finished.front.trued.length),
      wholeHip: 2 * halfHip,
      wholeHem: 2 * halfHip,
      centreBack: measures.skirtLength - DROP_AT_CENTRE_BACK,
      centreFront: measures.skirtLength,
      sideSeam: lengthOf(finished.back.hipCurve) + measures.skirtLength - waistToHip,
      hipCurve: lengthOf(drafted.back.hipCurve),
      belowHip: measures.skirtLength - waistToHip,
      diagonal: Math.hypot(halfHip, measures.skirtLength),
    },
    steps: {
      backPart,
      frontPart,
      draftedDartLeg: firstDart ? distance(firstDart.inner, firstDart.point) : 0,
      difference: hipGirth - waistGirth,
      reductionParts: plan.share,
      evenPart: reduction / plan.share,
      darts: plan.back + plan.front,
      allDarts: (plan.back + plan.front) * dartWidth,
      sideTotal,
      curveOffset: sideEach / 5,
      backParts: plan.back + 1,
      frontParts: plan.front + 1,
      halfDart: dartWidth / 2,
      besideDart: backPart - dartWidth / 2,
      betweenDarts: backPart - dartWidth,
      correction,
    },
    points: letters(measures, halfHip, backWidth, drafted.back, drafted.front),
    drafted,
    ...finished,
  };
}

export type SkirtDraft = ReturnType<typeof draftSkirt>;

/** The letters of the lessons, on one sheet: x from centre back, y down from waist level. */
function letters(
  { waistToHip, skirtLength }: SkirtMeasures,
  width: number,
  backWidth: number,
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
    G: at(backWidth, 0),
    H: at(backWidth, waistToHip),
    K: at(backWidth, skirtLength),
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
