import type { Measures } from "./block.ts";
import type { BodiceDraft } from "./bodice.ts";
import {
  add,
  at,
  backward,
  between,
  type Cubic,
  direction,
  distance,
  lengthOf,
  lengthOfAll,
  type Point,
  pointAlong,
  straight,
  subtract,
  times,
} from "./geometry.ts";
import type { NamedEdge, Notch, Piece } from "./pattern.ts";

/** What may be chosen, in centimetres. The cap has its ease along the curve, half in the back, half in the front. */
interface SleeveChoices {
  readonly capEase: number;
  readonly bicepsEase: number;
  readonly wristEase: number;
  readonly lengthChange: number;
}

/** What the lessons choose. */
export const SLEEVE_START: SleeveChoices = {
  capEase: 2,
  bicepsEase: 5,
  wristEase: 8,
  lengthChange: 0,
};

/** How far the cap leaves its diagonal, as a part of the diagonal: out above, in below. */
const BULGE = 14;
const HOLLOW = { back: 20, front: 14 } as const;

/** Half of the cap, from the underarm to the top, in four parts that run smoothly into each other. */
interface HalfCap {
  readonly curves: readonly [Cubic, Cubic, Cubic, Cubic];
  /** The marks on and beside the diagonal, from the underarm upward. */
  readonly marks: readonly [Point, Point, Point];
  readonly length: number;
}

const curveBetween = (a: Point, along: Point, b: Point, arriving: Point): Cubic => {
  const handle = distance(a, b) / 3;
  return [a, add(a, times(along, handle)), subtract(b, times(arriving, handle)), b];
};

/**
 * Draws half of the cap over its diagonal: square to the underarm seam, level at the top, hollow at a quarter,
 * crossing the diagonal in its middle, round at three quarters.
 * @param taper how far the underarm seam runs in on each centimetre down
 */
function halfCap(under: Point, top: Point, hollow: number, taper: number): HalfCap {
  const diagonal = distance(under, top);
  const along = direction(under, top);
  const level = at(Math.sign(top.x - under.x) || 1, 0);
  // Out of the sleeve: up, and away from its middle.
  const outward = level.x > 0 ? at(along.y, -along.x) : at(-along.y, along.x);
  const mark = (share: number, out: number): Point =>
    add(between(under, top, share), times(outward, out));
  const low = mark(0.25, -diagonal / hollow);
  const middle = mark(0.5, 0);
  const high = mark(0.75, diagonal / BULGE);
  const through = direction(low, high);
  const curves = [
    curveBetween(under, direction(at(0, 0), at(level.x, -taper)), low, along),
    curveBetween(low, along, middle, through),
    curveBetween(middle, through, high, along),
    curveBetween(high, along, top, level),
  ] as const;
  const length = lengthOfAll(curves);
  return { curves, marks: [low, middle, high], length };
}

/**
 * The cap over a triangle of known sides: the width of the sleeve and the two diagonals.
 * @param taperBelow how far each underarm seam runs in on each centimetre down, for the height of the cap
 */
function capOver(
  width: number,
  backDiagonal: number,
  frontDiagonal: number,
  taperBelow: (height: number, topX: number) => number,
) {
  const topX = (width ** 2 + backDiagonal ** 2 - frontDiagonal ** 2) / (2 * width);
  const height = Math.sqrt(backDiagonal ** 2 - topX ** 2);
  const top = at(topX, 0);
  const [back, front] = [at(0, height), at(width, height)];
  const taper = taperBelow(height, topX);
  return {
    top,
    height,
    taper,
    back: halfCap(back, top, HOLLOW.back, taper),
    front: halfCap(front, top, HOLLOW.front, taper),
  };
}

/** An arm below the cap that is shorter than this, in centimetres, is no arm: the taper stays a number. */
const SHORTEST_SEAM = 10;

/**
 * How far below the wrist at the grainline the underarm seams end, so that a parabola through both is square to them:
 * a quarter of its width for each centimetre of taper, in its middle.
 * @param share where the grainline crosses the wrist, of its width
 */
const wristDrop = (width: number, taper: number, share: number): number =>
  width * taper * share * (1 - share);

/** The wrist from front to back: square to both underarm seams, so that it is one line once they are sewn. */
const wristCurve = (front: Point, back: Point, taper: number): Cubic => {
  const third = (front.x - back.x) / 3;
  const rise = third * taper;
  return [front, add(front, at(-third, -rise)), add(back, at(third, -rise)), back];
};

/** Each pass leaves about a twentieth of the difference. */
const PASSES = 12;

export type SleeveDraft = ReturnType<typeof draftSleeve>;

/**
 * Drafts the set-in sleeve of one piece for a drafted bodice.
 *
 * Handbooks find a cap in one of two ways: they fix its height by the armscye and take the width that results, or
 * they fix the width by the arm. This is the second one, drawn with the diagonals of the first, which is the
 * construction of the sleeve in Bunka Fashion College, "Garment Design Textbook 1: Fundamentals of Garment Design",
 * Bunka Publishing Bureau: two arcs, taken from the halves of the armscye, meet over the width line. Ours, with the
 * reason:
 * - the width is that of the arm, because a student can check it with a tape, and a height that is fixed makes a sleeve
 *   too narrow for a strong arm;
 * - the marks are parts of the diagonal, so that they fit every size;
 * - what a half of the cap measures too much or too little is taken from its diagonal, until cap and armscye differ by
 *   the ease that was chosen. So the arcs begin as long as the halves; the book makes the back one 1 cm longer;
 * - the wrist is square to both underarm seams, because a straight one has a corner there where the sleeve tapers. The
 *   length is kept on the grainline, and the width straight from seam to seam.
 *
 * Below the notches cap and armscye are equally long; all of the ease is above them.
 *
 * @returns numbers in centimetres; points with x from the back underarm point and y down from the top of the cap.
 * Where the width is larger than both halves of the armscye, the height is no number.
 */
export function draftSleeve(bodice: BodiceDraft, body: Measures, choices: SleeveChoices) {
  const { backArmscye, frontArmscye } = bodice.numbers;
  const width = body.upper_arm_girth + choices.bicepsEase;
  const wanted = {
    back: backArmscye + choices.capEase / 2,
    front: frontArmscye + choices.capEase / 2,
  };
  const length = body.outer_arm_length + choices.lengthChange;
  const wristWidth = body.wrist_girth + choices.wristEase;
  const armLength = Math.max(length, body.outer_arm_length);
  const wristIn = (width - wristWidth) / 2;
  // The seams run in by wristIn where they end: taper × (toWrist + taper × drop) = wristIn.
  const taperBelow = (height: number, topX: number): number => {
    const toWrist = Math.max(SHORTEST_SEAM, armLength - height);
    const drop = wristDrop(wristWidth, 1, (topX - wristIn) / wristWidth);
    return (2 * wristIn) / (toWrist + Math.sqrt(Math.max(0, toWrist ** 2 + 4 * drop * wristIn)));
  };
  const first = capOver(width, backArmscye, frontArmscye, taperBelow);
  let [backDiagonal, frontDiagonal] = [backArmscye, frontArmscye];
  let cap = first;
  for (let i = 0; i < PASSES; i++) {
    backDiagonal += wanted.back - cap.back.length;
    frontDiagonal += wanted.front - cap.front.length;
    cap = capOver(width, backDiagonal, frontDiagonal, taperBelow);
  }

  const widthAt = (y: number): number => width - 2 * cap.taper * (y - cap.height);
  const onBack = (y: number): Point => at((width - widthAt(y)) / 2, y);
  const onFront = (y: number): Point => at((width + widthAt(y)) / 2, y);
  const elbow = body.upper_arm_length;
  const [A, B, C] = [at(0, cap.height), at(width, cap.height), cap.top];
  const dropTo = (end: number): number =>
    wristDrop(widthAt(end), cap.taper, (C.x - onBack(end).x) / widthAt(end));
  let end = length;
  for (let i = 0; i < PASSES; i++) end = length + dropTo(end);
  const [F, G] = [onBack(end), onFront(end)];
  const [P, Q, R] = cap.back.marks;
  const [S, T, U] = cap.front.marks;
  return {
    backCap: cap.back,
    frontCap: cap.front,
    wrist: wristCurve(G, F, cap.taper),
    points: {
      ...{ A, B, C, F, G, P, Q, R, S, T, U },
      D: at(C.x, cap.height),
      E: at(C.x, length),
      H: onBack(elbow),
      K: onFront(elbow),
    },
    numbers: {
      backArmscye,
      frontArmscye,
      armscye: backArmscye + frontArmscye,
      sleeveWidth: width,
      firstBackCap: first.back.length,
      firstFrontCap: first.front.length,
      backDiagonal,
      frontDiagonal,
      capHeight: cap.height,
      backBulge: backDiagonal / BULGE,
      backHollow: backDiagonal / HOLLOW.back,
      frontBulge: frontDiagonal / BULGE,
      frontHollow: frontDiagonal / HOLLOW.front,
      backCap: cap.back.length,
      frontCap: cap.front.length,
      cap: cap.back.length + cap.front.length,
      backNotch: lengthOf(bodice.backArmscye[1]),
      frontNotch: lengthOf(bodice.frontArmscye[1]),
      sleeveLength: length,
      elbowDepth: elbow,
      elbowWidth: widthAt(elbow),
      wristWidth: widthAt(end),
      wristDrop: end - length,
      underarmSeam: distance(A, F),
    },
    steps: { halfCapEase: choices.capEase / 2, wristIn: (width - widthAt(end)) / 2 },
  };
}

/** The sleeve as a piece. @param seam and hem: allowances in centimetres */
export function sleevePiece(draft: SleeveDraft, seam: number, hem: number): Piece {
  const { points: q, numbers: n, backCap, frontCap } = draft;
  const edges: NamedEdge[] = [
    {
      name: "cap",
      curves: [...backCap.curves, ...backward(frontCap.curves)],
      allowance: seam,
    },
    { name: "underarm-front", curves: [straight(q.B, q.G)], allowance: seam },
    { name: "wrist", curves: [draft.wrist], allowance: hem, isHem: true },
    { name: "underarm-back", curves: [straight(q.F, q.A)], allowance: seam },
  ];
  // A short sleeve ends above the elbow.
  const hasElbow = n.elbowDepth > n.capHeight && n.elbowDepth < Math.min(q.E.y, q.F.y);
  const elbow: Notch[] = [
    { name: "elbow", edge: "underarm-front", at: q.K },
    { name: "elbow", edge: "underarm-back", at: q.H },
  ];
  const below = n.sleeveLength - n.capHeight;
  return {
    name: "sleeve",
    cut: { count: 2, onFold: false },
    edges,
    darts: [],
    guides: [[straight(q.A, q.B)], ...(hasElbow ? [[straight(q.H, q.K)]] : [])],
    grain: [at(q.C.x, n.capHeight / 3), at(q.C.x, n.capHeight + below * 0.8)],
    notches: [
      {
        name: "armscye-back",
        edge: "cap",
        at: pointAlong(backCap.curves, n.backNotch),
        isDouble: true,
      },
      { name: "shoulder", edge: "cap", at: q.C },
      { name: "armscye-front", edge: "cap", at: pointAlong(frontCap.curves, n.frontNotch) },
      ...(hasElbow ? elbow : []),
    ],
    label: at(q.C.x + 1, n.capHeight + Math.min(3, below / 4)),
  };
}
