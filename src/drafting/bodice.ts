import { bustDart } from "./bust-dart.ts";
import {
  add,
  at,
  bisect,
  type Cubic,
  crossing,
  direction,
  distance,
  lengthOf,
  type Point,
  pointOn,
  quarterTurn,
  rotate,
  times,
} from "./geometry.ts";
import { type Dart, trueSeam } from "./truing.ts";

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
function waistPlan(surplus: number): WaistPlan {
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
function waistDarts(
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

/**
 * The lower armscye: upright at `touch`, level at the underarm point, passing the corner between
 * them at the given distance on its diagonal.
 */
function underarm(touch: Point, underarmPoint: Point, fromCorner: number): Cubic {
  const corner = at(touch.x, underarmPoint.y);
  const outward = Math.sign(underarmPoint.x - touch.x);
  const curve = (share: number): Cubic => [
    touch,
    at(touch.x, touch.y + (corner.y - touch.y) * share),
    at(underarmPoint.x + (corner.x - underarmPoint.x) * share, corner.y),
    underarmPoint,
  ];
  const gap = (share: number): number => {
    const c = curve(share);
    return distance(corner, pointOn(c, crossing(c, corner, add(corner, at(outward, -1)))));
  };
  return curve(bisect((share) => gap(share) - fromCorner, 0.05, 0.98));
}

/** The upper armscye: square to the shoulder at its end, upright where it touches the width line. */
function upperArmscye(end: Point, square: Point, touch: Point): Cubic {
  const height = touch.y - end.y;
  return [end, add(end, times(square, height * 0.35)), at(touch.x, touch.y - height * 0.4), touch];
}

/** Body measures, named as in the measurement tables: centimetres, the slope in degrees. */
export interface BodiceMeasures {
  readonly bustGirth: number;
  /** Absent where the table has none. */
  readonly highBust?: number | undefined;
  readonly waistGirth: number;
  readonly neckBaseGirth: number;
  readonly backNeckToWaist: number;
  readonly scyeDepth: number;
  readonly backWidth: number;
  readonly acrossFrontWidth: number;
  readonly shoulderLength: number;
  readonly shoulderSlope: number;
  readonly bustPointDistance: number;
  readonly sideNeckToBustPoint: number;
  readonly sideNeckToWaistFront: number;
}

/** The body that the lessons draft for: the one of the skirt. */
export const EXAMPLE_BODICE: BodiceMeasures = {
  bustGirth: 90,
  highBust: 85.5,
  waistGirth: 70,
  neckBaseGirth: 37,
  backNeckToWaist: 41,
  scyeDepth: 21,
  backWidth: 35,
  acrossFrontWidth: 33,
  shoulderLength: 12.5,
  shoulderSlope: 22,
  bustPointDistance: 18,
  sideNeckToBustPoint: 27,
  sideNeckToWaistFront: 43.5,
};

/** What the block allows beyond the body, in centimetres: round the girths, else where it says. */
export const BODICE_EASE = { bust: 8, waist: 4, scyeDepth: 1.5, halfBackWidth: 0.5, shoulder: 0.5 };

/** What may be chosen, in centimetres: ease round the girths, and how far the side seam moves to the back. */
interface BodiceChoices {
  readonly bustEase: number;
  readonly waistEase: number;
  readonly sideShift: number;
}

/** What the lessons choose. */
export const BODICE_START: BodiceChoices = {
  bustEase: BODICE_EASE.bust,
  waistEase: BODICE_EASE.waist,
  sideShift: 0,
};

/** What is fixed in the draft, in centimetres; the lessons say why. */
const BACK_NECK_RISE = 2;
const DART_FROM_NECK = 5;
const FRONT_TOUCH_ABOVE_CHEST = 7;
const CORNER_BACK = 3;
const CORNER_FRONT = 2.5;

/**
 * The distance of an armscye from its corner: that of the lessons, and less where a small armscye has no room
 * for it. A straight line between the ends of the curve passes the corner at its widest.
 */
const fromCorner = (usual: number, width: number, height: number): number =>
  Math.min(usual, (0.85 * Math.SQRT2 * width * height) / (width + height));

/** How far the sewn darts stop short of the bust point, in centimetres. */
export const SHORT_OF_BUST_POINT = 2.5;

export type BodiceDraft = ReturnType<typeof draftBodice>;

/**
 * Drafts the close-fitting bodice block, half back and half front in one frame, with a bust dart
 * from the shoulder and one waist dart in each piece.
 *
 * Widths and lengths come from the body's own measures. Only what no tape can measure comes from a
 * proportion: the neck (a fifth of the neck base girth), and the width of the bust dart (`bustDart`). Small bodies,
 * whose shoulder or armscye has no room for the fixed lengths of the lessons, get shorter ones.
 *
 * @param measures centimetres, the shoulder slope in degrees; `bodiceMisfit` says whether they fit together
 * @returns numbers in centimetres; points with x from centre back and y down from the back neck
 * point; curves between them; `dartAngle` in radians, by which the part of the front beyond the
 * bust dart turns about M to shut it; `trued`, the waist as cut, its darts folded first
 */
export function draftBodice(measures: BodiceMeasures, choices: BodiceChoices = BODICE_START) {
  const body = measures;
  const halfWidth = (body.bustGirth + choices.bustEase) / 2;
  const halfWaist = (body.waistGirth + choices.waistEase) / 2;
  const surplus = halfWidth - halfWaist;
  const chestDepth = body.scyeDepth + BODICE_EASE.scyeDepth;
  const waist = body.backNeckToWaist;
  const slope = (body.shoulderSlope * Math.PI) / 180;
  const along = at(Math.cos(slope), Math.sin(slope));
  const squareToShoulder = at(-along.y, along.x);

  const halfBack = body.backWidth / 2 + BODICE_EASE.halfBackWidth;
  const backNeckWidth = body.neckBaseGirth / 5 - 0.2;
  const backShoulder = body.shoulderLength + BODICE_EASE.shoulder;
  const A = at(0, 0);
  const G = at(backNeckWidth, -BACK_NECK_RISE);
  const H = add(G, times(along, backShoulder));
  const F = at(halfBack, chestDepth);
  const J = at(halfBack, Math.min((H.y + chestDepth) / 2, chestDepth - 1));

  const frontNeckWidth = body.neckBaseGirth / 5 - 0.5;
  const frontNeckDepth = body.neckBaseGirth / 5;
  const K = at(halfWidth - frontNeckWidth, waist - body.sideNeckToWaistFront);
  const L = at(halfWidth, K.y + frontNeckDepth);
  const fromCentre = body.bustPointDistance / 2;
  const drop = Math.sqrt(body.sideNeckToBustPoint ** 2 - (fromCentre - frontNeckWidth) ** 2);
  const M = at(halfWidth - fromCentre, K.y + drop);

  const onShoulder = (length: number): Point => add(K, times(at(-along.x, along.y), length));
  const bust = bustDart(body);
  const dartWidth = bust.width;
  const dartFromNeck = Math.min(DART_FROM_NECK, body.shoulderLength / 2);
  const N = onShoulder(dartFromNeck);
  const dartAngle = 2 * Math.asin(dartWidth / 2 / distance(M, N));
  const open = (q: Point): Point => rotate(q, M, -dartAngle);
  const P = open(N);
  const Q = open(onShoulder(body.shoulderLength));

  const halfFront = body.acrossFrontWidth / 2 + dartWidth / 2;
  const armscyeWidth = halfWidth - halfBack - halfFront;
  // Of measures that leave no room for the arm, something is drafted that `bodiceMisfit` can look at.
  const room = Math.max(2, armscyeWidth);
  const R = at(halfBack + room, chestDepth);
  const frontTouch = Math.max(1, Math.min(FRONT_TOUCH_ABOVE_CHEST, 0.45 * (chestDepth - Q.y)));
  const Y = at(R.x, chestDepth - frontTouch);
  const shift = Math.min(room / 2 - 0.5, Math.max(0.5 - room / 2, choices.sideShift));
  const S = at(halfBack + room / 2 - shift, chestDepth);
  const cornerBack = fromCorner(CORNER_BACK, S.x - F.x, F.y - J.y);
  const cornerFront = fromCorner(CORNER_FRONT, R.x - S.x, frontTouch);

  const backArmscye = [upperArmscye(H, squareToShoulder, J), underarm(J, S, cornerBack)] as const;
  const steep = slope + dartAngle;
  const frontArmscye = [
    upperArmscye(Q, at(Math.sin(steep), Math.cos(steep)), Y),
    underarm(Y, S, cornerFront),
  ] as const;
  const backNeck: Cubic = [
    A,
    at(backNeckWidth * 0.55, 0),
    add(G, times(squareToShoulder, BACK_NECK_RISE * 0.7)),
    G,
  ];
  const frontNeck: Cubic = [
    K,
    add(K, times(at(along.y, along.x), frontNeckDepth * 0.5)),
    at(L.x - frontNeckWidth * 0.55, L.y),
    L,
  ];

  const plan = waistPlan(surplus);
  const { width: waistDart, sideEach } = plan;
  const T = at(S.x, waist);
  const U = at(S.x - sideEach, waist);
  const V = at(S.x + sideEach, waist);
  const W = at(halfBack / 2, waist);
  const X = at(M.x, waist);
  const W1 = at(W.x, chestDepth);
  const X1 = at(X.x, M.y + SHORT_OF_BUST_POINT);
  const backDarts = waistDarts(W, W1, plan.back, waistDart, 1);
  const frontDarts = waistDarts(X, X1, plan.front, waistDart, -1);
  const C = at(0, waist);
  const E = at(halfWidth, waist);
  const trued = {
    back: trueSeam(C, backDarts, U, times(quarterTurn(direction(S, U)), -1)),
    front: trueSeam(E, frontDarts, V, quarterTurn(direction(S, V))),
  };

  return {
    measures,
    choices,
    dartAngle,
    bust,
    backNeck,
    frontNeck,
    backArmscye,
    frontArmscye,
    backDarts,
    frontDarts,
    trued,
    points: {
      ...{ A, C, E, G, H, F, J, K, L, M, N, Y, P, Q, R, S, T, U, V, W, W1, X, X1 },
      B: at(0, chestDepth),
      D: at(halfWidth, chestDepth),
    },
    numbers: {
      halfWidth,
      chestDepth,
      halfBack,
      backNeckWidth,
      backNeckRise: BACK_NECK_RISE,
      backShoulder,
      dropPerTen: 10 * Math.tan(slope),
      frontNeckWidth,
      frontNeckDepth,
      frontRise: body.sideNeckToWaistFront - waist,
      fromCentre,
      dartWidth,
      dartFromNeck,
      restOfShoulder: body.shoulderLength - dartFromNeck,
      halfFront,
      armscyeWidth,
      halfArmscyeWidth: armscyeWidth / 2,
      cornerBack,
      cornerFront,
      frontTouch,
      halfWaist,
      surplus,
      waistDart,
      backDarts: plan.back,
      frontDarts: plan.front,
      sideEach,
      backWaist: U.x - plan.back * waistDart,
      frontWaist: halfWidth - V.x - plan.front * waistDart,
      neckSeam: lengthOf(backNeck) + lengthOf(frontNeck),
      backArmscye: lengthOf(backArmscye[0]) + lengthOf(backArmscye[1]),
      frontArmscye: lengthOf(frontArmscye[0]) + lengthOf(frontArmscye[1]),
      sideSeam: distance(S, U),
      backWaistDart: waist - W1.y,
      frontWaistDart: waist - X1.y,
      measuredWaist: trued.back.length + trued.front.length,
      backNeck: lengthOf(backNeck),
      frontNeck: lengthOf(frontNeck),
      dartLeg: distance(M, N),
      diagonal: Math.hypot(halfWidth, waist - chestDepth),
    },
  };
}
