import {
  add,
  at,
  between,
  type Cubic,
  direction,
  distance,
  hemBetween,
  type Point,
  quarterTurn,
  straight,
  subtract,
  times,
} from "./geometry.ts";
import { dartOn, hipCurveTo } from "./skirt-piece.ts";
import { type Dart, type TruedSeam, trueSeam } from "./truing.ts";

/**
 * One leg of the trousers, front or back: x from the crease towards the side, y down from waist level,
 * so that the crotch is on the left.
 */
interface LegShape {
  /** Where the centre seam meets the waist and the hip line. It is straight between them. */
  readonly centreWaist: Point;
  readonly centreHip: Point;
  /** The point of the fork, where crotch seam and inseam meet. */
  readonly fork: Point;
  readonly sideWaist: Point;
  readonly sideHip: Point;
  /** Half of the width at knee and hem, on both sides of the crease. */
  readonly knee: number;
  readonly hem: number;
  readonly kneeLevel: number;
  readonly hemLevel: number;
  /** How far the inseam is hollowed between fork and knee. */
  readonly hollow: number;
  readonly dartWidth: number;
  /** For each dart its share of the waist, from the centre, and its length. */
  readonly darts: readonly { readonly share: number; readonly length: number }[];
}

export interface Leg {
  readonly shape: LegShape;
  /** The waist as drawn, before its darts are closed. */
  readonly waist: Cubic;
  readonly darts: readonly Dart[];
  readonly trued: TruedSeam;
  /** From the waist to the hip line, from there to the knee, from there to the hem. */
  readonly side: readonly [Cubic, Cubic, Cubic];
  /** From the fork to the knee, from there to the hem. */
  readonly inseam: readonly [Cubic, Cubic];
  /** From the side to the inseam, square to both: sewn together, the hems of a leg are one line. */
  readonly hem: Cubic;
  /** From the waist to the hip line, from there to the fork. */
  readonly crotch: readonly [Cubic, Cubic];
}

/** How much of the way to its corner a handle of the crotch curve takes: that of a quarter of an ellipse. */
const ROUND = 0.55;

/** A curve that ends in the direction of the straight leg below it. */
const toKnee = (start: Point, firstHandle: Point, knee: Point, hem: Point): Cubic => {
  const up = direction(hem, knee);
  return [start, firstHandle, add(knee, times(up, (knee.y - start.y) / 3)), knee];
};

/** The inseam from fork to knee, hollowed in its middle against the straight line. */
const inseamCurve = (fork: Point, knee: Point, hem: Point, hollow: number): Cubic => {
  const [, , handle] = toKnee(fork, fork, knee, hem);
  const inward = times(quarterTurn(direction(fork, knee)), -1);
  const offset = (p: Point): number => {
    const { x, y } = subtract(p, fork);
    return x * inward.x + y * inward.y;
  };
  // Half way, a cubic lies at three eighths of the sum of what its handles are away from the chord.
  const first = (hollow * 8) / 3 - offset(handle);
  return [fork, add(between(fork, knee, 1 / 3), times(inward, first)), handle, knee];
};

/** From the hip line to the fork, where it is square to the inseam: both halves join in one curve. */
const crotchCurve = (along: Point, hip: Point, fork: Point, inseam: Cubic): Cubic => {
  const square = quarterTurn(direction(inseam[0], inseam[1]));
  const reach = ROUND * (hip.x - fork.x);
  return [
    hip,
    add(hip, times(along, ROUND * (fork.y - hip.y))),
    add(fork, times(square, square.x < 0 ? -reach : reach)),
    fork,
  ];
};

/** Draws a leg and trues its waist across the darts. */
export const makeLeg = (shape: LegShape): Leg => {
  const { centreWaist, centreHip, fork, sideWaist, sideHip, kneeLevel, hemLevel } = shape;
  const [kneeSide, hemSide] = [at(shape.knee, kneeLevel), at(shape.hem, hemLevel)];
  const [kneeIn, hemIn] = [at(-shape.knee, kneeLevel), at(-shape.hem, hemLevel)];
  const upper = hipCurveTo(sideWaist, sideHip);
  const handle = at(sideHip.x, sideHip.y + (kneeLevel - sideHip.y) / 3);
  const inseam = inseamCurve(fork, kneeIn, hemIn, shape.hollow);
  const along = direction(centreWaist, centreHip);
  const centreSquare = times(quarterTurn(along), -1);
  const width = distance(centreWaist, sideWaist);
  const sideSquare = times(quarterTurn(direction(upper[0], upper[1])), -1);
  const waist: Cubic = [
    centreWaist,
    add(centreWaist, times(centreSquare, width / 3)),
    subtract(sideWaist, times(sideSquare, width / 3)),
    sideWaist,
  ];
  const darts = shape.darts.map(({ share, length }) =>
    dartOn(waist, share, shape.dartWidth, length),
  );
  return {
    shape,
    waist,
    darts,
    trued: trueSeam(centreWaist, darts, sideWaist, sideSquare, centreSquare),
    side: [upper, toKnee(sideHip, handle, kneeSide, hemSide), straight(kneeSide, hemSide)],
    inseam: [inseam, straight(kneeIn, hemIn)],
    hem: hemBetween(hemSide, direction(kneeSide, hemSide), hemIn, direction(kneeIn, hemIn)),
    crotch: [straight(centreWaist, centreHip), crotchCurve(along, centreHip, fork, inseam)],
  };
};

/**
 * The letters of the lessons: A to E are the levels on the crease, the others of the front have the same letter
 * with a 1 on the back. R to U are darts, and with a 2 their points.
 */
export function trousersLetters(front: Leg, back: Leg, crotchLine: number): Record<string, Point> {
  const of = ({ shape, darts }: Leg, mark: string): Record<string, Point> => {
    const points: Record<string, Point> = {
      F: at(shape.centreHip.x, crotchLine),
      G: shape.centreHip,
      H: shape.sideHip,
      J: shape.fork,
      K: shape.centreWaist,
      L: shape.sideWaist,
      M: at(shape.knee, shape.kneeLevel),
      N: at(-shape.knee, shape.kneeLevel),
      P: at(shape.hem, shape.hemLevel),
      Q: at(-shape.hem, shape.hemLevel),
    };
    const named = Object.entries(points).map(([letter, p]): [string, Point] => [letter + mark, p]);
    return Object.fromEntries([
      ...named,
      ...darts.flatMap(({ centre, point }, i): [string, Point][] => [
        [(mark ? "TU" : "RS").charAt(i), centre],
        [`${(mark ? "TU" : "RS").charAt(i)}2`, point],
      ]),
    ]);
  };
  const { shape } = front;
  return {
    A: at(0, 0),
    B: at(0, shape.sideHip.y),
    C: at(0, crotchLine),
    D: at(0, shape.kneeLevel),
    E: at(0, shape.hemLevel),
    ...of(front, ""),
    ...of(back, "1"),
  };
}
