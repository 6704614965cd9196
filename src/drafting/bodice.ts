import type { Measures } from "./block.ts";
import { draftTorso } from "./bodice-torso.ts";
import { bustDart } from "./bust-dart.ts";
import {
  add,
  at,
  between,
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
import { type Dart, type TruedSeam, trueSeam, turnToLength } from "./truing.ts";
import { waistDarts, waistPlan } from "./waist-darts.ts";

/** How far from a corner its diagonal meets a curve. @param outward 1 where the side is to the right, else -1 */
const fromCornerOf = (curve: Cubic, corner: Point, outward: number): number =>
  distance(corner, pointOn(curve, crossing(curve, corner, add(corner, at(outward, -1)))));

/** The part of its room that a handle of the lower armscye has: at the least, and at the most. */
const HANDLE = [0.05, 0.98] as const;

/**
 * The lower armscye: upright at `touch`, square to the side seam at the underarm point, passing the corner between
 * them at the given distance on its diagonal, or as near to it as the side seam allows.
 * @param square unit vector square to the side seam, pointing away from the centre
 */
function underarm(touch: Point, underarmPoint: Point, square: Point, fromCorner: number): Cubic {
  const corner = at(touch.x, underarmPoint.y);
  const across = Math.abs(underarmPoint.x - touch.x);
  const outward = Math.sign(underarmPoint.x - touch.x);
  const curve = (share: number): Cubic => [
    touch,
    at(touch.x, touch.y + (corner.y - touch.y) * share),
    add(underarmPoint, times(square, -across * share)),
    underarmPoint,
  ];
  const gap = (share: number): number => fromCornerOf(curve(share), corner, outward);
  const [flattest, fullest] = HANDLE;
  if (gap(fullest) >= fromCorner) return curve(fullest);
  if (gap(flattest) <= fromCorner) return curve(flattest);
  return curve(bisect((share) => gap(share) - fromCorner, flattest, fullest));
}

/** The upper armscye: square to the shoulder at its end, upright where it touches the width line. */
function upperArmscye(end: Point, square: Point, touch: Point): Cubic {
  const height = touch.y - end.y;
  return [end, add(end, times(square, height * 0.35)), at(touch.x, touch.y - height * 0.4), touch];
}

/** What the block allows beyond the body, in centimetres: round the girths, else where it says. */
export const BODICE_EASE = { bust: 8, waist: 4, scyeDepth: 1.5, halfBackWidth: 0.5, shoulder: 0.5 };

export const BACK_SHOULDERS = ["eased", "dart"] as const;
type BackShoulder = (typeof BACK_SHOULDERS)[number];

/** What may be chosen, in centimetres: ease round the girths, and how far the side seam moves to the back. */
interface BodiceChoices {
  readonly bustEase: number;
  readonly waistEase: number;
  /** Of a bodice to the hips. */
  readonly hipEase: number;
  readonly sideShift: number;
  /** How the back shoulder comes to the length of the front's: eased in, or with a dart to the shoulder blade. */
  readonly backShoulder: BackShoulder;
  /** Whether it goes on to the hips. */
  readonly isToHip?: boolean;
}

/** What the lessons choose. */
export const BODICE_START = {
  bustEase: BODICE_EASE.bust,
  waistEase: BODICE_EASE.waist,
  hipEase: 4,
  sideShift: 0,
  backShoulder: "eased",
} satisfies BodiceChoices;

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

/**
 * The dart of the back shoulder, from the block for adult women in Bunka Fashion College, "Garment Design Textbook 1:
 * Fundamentals of Garment Design", Bunka Publishing Bureau: its width is a 32nd of the bust less 0.8 cm, and it points
 * to a place 8 cm below the back neck point, 1 cm outside the middle of the half back. Ours: the bust is that of the
 * medium cup, for a fuller bust makes no rounder back; and the dart meets the front's in the shoulder seam.
 */
const BLADE = { part: 32, less: 0.8, depth: 8, outside: 1, aboveChest: 6 } as const;

/** How far the sewn darts stop short of the bust point, in centimetres. */
export const SHORT_OF_BUST_POINT = 2.5;

export type BodiceDraft = ReturnType<typeof draftBodice>;

/**
 * Drafts the close-fitting bodice block, half back and half front in one frame, with a bust dart
 * from the shoulder and one waist dart in each piece.
 *
 * Sources. The build is that of the close-fitting block in W. Aldrich, "Metric Pattern Cutting for Women's Wear",
 * sixth edition: back and front in one frame (A to E); half of the back width and 0.5 cm (F); half of the dart beside
 * half of the across front width (R), for it is measured half way down the dart; a fifth of the neck girth for the
 * neck (G, K, L); the dart of her size table (`bustDart`). Ours, with the reason:
 * - ease of 8 cm at the bust where the book has 10, and 1.5 cm at the scye depth: a block to be worn by itself;
 * - the shoulder by the body's slope (H, Q): shoulders differ more than sizes do;
 * - K and M at the heights that were measured: a bust has no height that follows from its girth;
 * - the share of the cup in the dart (`PER_CUP`);
 * - 3 and 2.5 cm from the corners of the armscye, and Y 7 cm above the chest line: hollow enough for an arm under
 *   which the chest line lies 1.5 cm deeper than the armpit; square to the side seam, to run on without a corner;
 * - a third of the waist surplus to each dart and to the side: no dart grows wider than it can be pressed;
 * - 0.5 cm of ease in the back shoulder, or the dart of the Bunka block in its place (`BLADE`);
 * - shorter fixed lengths for small bodies, whose shoulder or armscye has no room for those of the lessons.
 *
 * @param body `bodiceMisfit` says whether its measures fit together
 * @returns numbers in centimetres; points with x from centre back and y down from the back neck
 * point; curves between them; `shoulderDart`, that of the back where it is chosen;
 * `torso`, what lies below the waist of a bodice to the hips; `sideEnd`, where the side
 * seams end once the waist is trued to its length; `dartAngle` in radians, by which the part of the front beyond the
 * bust dart turns about M to shut it; `trued`, the waist as cut, its darts folded first
 */
export function draftBodice(body: Measures, choices: BodiceChoices = BODICE_START) {
  const halfWidth = (body.bust_girth + choices.bustEase) / 2;
  const halfWaist = (body.waist_girth + choices.waistEase) / 2;
  const surplus = halfWidth - halfWaist;
  const chestDepth = body.scye_depth + BODICE_EASE.scyeDepth;
  const waist = body.back_neck_to_waist;
  const slope = (body.shoulder_slope * Math.PI) / 180;
  const along = at(Math.cos(slope), Math.sin(slope));
  const squareToShoulder = at(-along.y, along.x);

  const halfBack = body.across_back_width / 2 + BODICE_EASE.halfBackWidth;
  const backNeckWidth = body.neck_base_girth / 5 - 0.2;
  const bust = bustDart(body);
  const isEased = choices.backShoulder === "eased";
  const backShoulder = body.shoulder_length + (isEased ? BODICE_EASE.shoulder : 0);
  const dartFromNeck = Math.min(DART_FROM_NECK, body.shoulder_length / 2);
  const A = at(0, 0);
  const G = at(backNeckWidth, -BACK_NECK_RISE);
  const blade = at(
    halfBack / 2 + BLADE.outside,
    Math.max(G.y + 4, Math.min(BLADE.depth, chestDepth - BLADE.aboveChest)),
  );
  const innerLeg = add(G, times(along, dartFromNeck));
  const bladeWidth = isEased ? 0 : Math.max(0.5, bust.mediumBust / BLADE.part - BLADE.less);
  const bladeAngle = 2 * Math.asin(bladeWidth / 2 / distance(blade, innerLeg));
  const openBlade = (q: Point): Point => rotate(q, blade, bladeAngle);
  const shoulderDart: Dart | null = isEased
    ? null
    : {
        centre: between(innerLeg, openBlade(innerLeg), 0.5),
        point: blade,
        inner: innerLeg,
        outer: openBlade(innerLeg),
      };
  const H = openBlade(add(G, times(along, backShoulder)));
  const squareAtH = rotate(squareToShoulder, at(0, 0), bladeAngle);
  const F = at(halfBack, chestDepth);
  const J = at(halfBack, Math.min((H.y + chestDepth) / 2, chestDepth - 1));

  const frontNeckWidth = body.neck_base_girth / 5 - 0.5;
  const frontNeckDepth = body.neck_base_girth / 5;
  const K = at(halfWidth - frontNeckWidth, waist - body.side_neck_to_waist_front);
  const L = at(halfWidth, K.y + frontNeckDepth);
  const fromCentre = body.bust_point_distance / 2;
  const drop = Math.sqrt(body.side_neck_to_bust_point ** 2 - (fromCentre - frontNeckWidth) ** 2);
  const M = at(halfWidth - fromCentre, K.y + drop);

  const onShoulder = (length: number): Point => add(K, times(at(-along.x, along.y), length));
  const dartWidth = bust.width;
  const N = onShoulder(dartFromNeck);
  const dartAngle = 2 * Math.asin(dartWidth / 2 / distance(M, N));
  const open = (q: Point): Point => rotate(q, M, -dartAngle);
  const P = open(N);
  const Q = open(onShoulder(body.shoulder_length));

  const halfFront = body.across_front_width / 2 + dartWidth / 2;
  const armscyeWidth = halfWidth - halfBack - halfFront;
  // Of measures that leave no room for the arm, something is drafted that `bodiceMisfit` can look at.
  const room = Math.max(2, armscyeWidth);
  const R = at(halfBack + room, chestDepth);
  const frontTouch = Math.max(1, Math.min(FRONT_TOUCH_ABOVE_CHEST, 0.45 * (chestDepth - Q.y)));
  const Y = at(R.x, chestDepth - frontTouch);
  const shift = Math.min(room / 2 - 0.5, Math.max(0.5 - room / 2, choices.sideShift));
  const S = at(halfBack + room / 2 - shift, chestDepth);
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
  const squareTo = (end: Point, outward: 1 | -1): Point =>
    times(quarterTurn(direction(S, end)), -outward);
  const waistTo = {
    back: (end: Point): TruedSeam => trueSeam(C, backDarts, end, squareTo(end, 1)),
    front: (end: Point): TruedSeam => trueSeam(E, frontDarts, end, squareTo(end, -1)),
  };
  const trued = { back: waistTo.back(U), front: waistTo.front(V) };
  const backWaist = U.x - plan.back * waistDart;
  const frontWaist = halfWidth - V.x - plan.front * waistDart;
  const sideEnd = {
    back: turnToLength(U, S, backWaist, (end) => waistTo.back(end).length),
    front: turnToLength(V, S, frontWaist, (end) => waistTo.front(end).length),
  };

  const torso = choices.isToHip
    ? draftTorso(
        { C, E, S, U, V },
        { back: backDarts, front: frontDarts },
        (body.hip_girth + choices.hipEase) / 2,
        body.waist_to_hip,
      )
    : null;

  const cornerBack = fromCorner(CORNER_BACK, S.x - F.x, F.y - J.y);
  const cornerFront = fromCorner(CORNER_FRONT, R.x - S.x, frontTouch);

  const backArmscye = [
    upperArmscye(H, squareAtH, J),
    underarm(J, S, squareTo(torso ? U : sideEnd.back, 1), cornerBack),
  ] as const;
  const steep = slope + dartAngle;
  const frontArmscye = [
    upperArmscye(Q, at(Math.sin(steep), Math.cos(steep)), Y),
    underarm(Y, S, squareTo(torso ? V : sideEnd.front, -1), cornerFront),
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

  return {
    measures: body,
    choices,
    dartAngle,
    bust,
    backNeck,
    frontNeck,
    backArmscye,
    frontArmscye,
    backDarts,
    frontDarts,
    shoulderDart,
    trued,
    sideEnd,
    torso,
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
      frontRise: body.side_neck_to_waist_front - waist,
      fromCentre,
      dartWidth,
      dartFromNeck,
      restOfShoulder: body.shoulder_length - dartFromNeck,
      halfFront,
      armscyeWidth,
      halfArmscyeWidth: armscyeWidth / 2,
      cornerBack: fromCornerOf(backArmscye[1], F, 1),
      cornerFront: fromCornerOf(frontArmscye[1], R, -1),
      frontTouch,
      halfWaist,
      surplus,
      waistDart,
      backDarts: plan.back,
      frontDarts: plan.front,
      sideEach,
      backWaist,
      frontWaist,
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
