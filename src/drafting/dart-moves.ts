import { memoize } from "../lib/memoize.ts";
import type { BodiceDraft } from "./bodice.ts";
import {
  alongCurve,
  angleOf,
  at,
  between,
  type Cubic,
  distance,
  lengthOf,
  mapCurve,
  type Point,
  pointOn,
  reverse,
  rotate,
  split,
  straight,
} from "./geometry.ts";
import { reachOfDarts } from "./waist-darts.ts";

/** Where on the edge of the front a dart may open. */
export type DartPlace = "armscye" | "side" | "waist" | "centre" | "neck";

export interface MovedDart {
  /** The edge from the new dart's leg round by the armscye to the shoulder, as it has turned. */
  readonly turned: readonly Cubic[];
  /** The rest of the edge, from the new dart round by the centre front to the shoulder dart. */
  readonly still: readonly Cubic[];
  /** The new dart: its legs end on the edge, its point is the bust point. */
  readonly dart: { readonly turned: Point; readonly point: Point; readonly still: Point };
  /** What is left of the shoulder dart, or nothing when all of it has moved. */
  readonly shoulderDart: MovedDart["dart"] | undefined;
  /** Width of the new dart at the edge, in centimetres. */
  readonly width: number;
}

/**
 * The edge of the front without its waist dart, from the outer leg of the bust dart round by
 * armscye, side, waist, centre front and neck to the inner leg.
 */
export function frontEdge({ points: q, frontArmscye, frontNeck, torso }: BodiceDraft): Cubic[] {
  return [
    straight(q.P, q.Q),
    ...frontArmscye,
    torso ? torso.front.side[0] : straight(q.S, q.V),
    straight(q.V, q.E),
    straight(q.E, q.L),
    reverse(frontNeck),
    straight(q.K, q.N),
  ];
}

/** A place on the edge of the front: which part of `frontEdge`, and where on it. */
export type EdgePlace = readonly [part: number, t: number];

/** The places of the lessons. */
function placeOnEdge({ points: q }: BodiceDraft, place: DartPlace): EdgePlace {
  switch (place) {
    case "armscye":
      return [2, 0.05];
    case "side":
      return [3, Math.min(0.5, 5 / distance(q.S, q.V))];
    case "waist":
      return [4, (q.X.x - q.V.x) / (q.E.x - q.V.x)];
    case "centre":
      return [5, (q.E.y - q.M.y) / (q.E.y - q.L.y)];
    case "neck":
      return [6, 0.5];
  }
}

/**
 * Moves the bust dart of the bodice front: cuts from a place on the edge to the bust point and
 * turns the part between the cut and the shoulder dart until that has shut by the given share.
 *
 * @param share how much of the dart moves, from 0 to 1
 */
export const moveDart = (bodice: BodiceDraft, place: DartPlace, share = 1): MovedDart =>
  openDartAt(bodice, placeOnEdge(bodice, place), share);

/** Moves the bust dart to any place on the edge of the front. @see moveDart */
export function openDartAt(bodice: BodiceDraft, [part, t]: EdgePlace, share: number): MovedDart {
  const { M, N, P } = bodice.points;
  const turn = (p: Point): Point => rotate(p, M, bodice.dartAngle * share);
  const edge = frontEdge(bodice);
  const [before, after] = split(edge[part] as Cubic, t);
  const still = before[3];
  const turned = turn(still);
  return {
    turned: [...edge.slice(0, part), before].map((c) => mapCurve(c, turn)),
    still: [after, ...edge.slice(part + 1)],
    dart: { turned, point: M, still },
    shoulderDart: share < 1 ? { turned: turn(P), point: M, still: N } : undefined,
    width: distance(turned, still),
  };
}

/** The sewn dart: its legs meet short of the bust point, on the dart's middle line. */
export function sewnPoint(dart: MovedDart["dart"], short: number): Point {
  const middle = between(dart.turned, dart.still, 0.5);
  return between(dart.point, middle, short / distance(dart.point, middle));
}

export const shift = ({ x, y }: Point, dx: number): Point => at(x + dx, y);

/** The names of the parts of the front's edge. */
export const FRONT_PARTS = [
  "shoulder",
  "armscye",
  "armscye",
  "side",
  "waist",
  "centre",
  "neck",
  "shoulder",
] as const;

export const SIDE_PART = 3;
export const WAIST_PART = 4;
export const CENTRE_PART = 5;

/** A dart keeps this far from the corners of the piece, in centimetres. */
const FROM_CORNER = 1;

interface MeasuredEdge {
  readonly edge: readonly Cubic[];
  /** Of each part of it, in centimetres. */
  readonly lengths: readonly number[];
  /** Places a millimetre apart: how far along the edge they are, and in which direction from the bust point. */
  readonly seen: readonly { readonly position: number; readonly angle: number }[];
}

/** The edge of the front, measured once: a pointer that drags the dart asks for places on it in each frame. */
const edgeOf = memoize((bodice: BodiceDraft): MeasuredEdge => {
  const edge = frontEdge(bodice);
  const lengths = edge.map(lengthOf);
  let position = 0;
  const seen = edge.flatMap((curve, part) => {
    const steps = Math.max(8, Math.ceil((lengths[part] ?? 0) * 10));
    let last = curve[0];
    return Array.from({ length: steps + 1 }, (_, i) => {
      const p = pointOn(curve, i / steps);
      position += distance(last, p);
      last = p;
      return { position, angle: angleOf(bodice.points.M, p) };
    });
  });
  return { edge, lengths, seen };
});

const sum = (lengths: readonly number[]): number => lengths.reduce((all, one) => all + one, 0);

/** The length of the edge of the front, in centimetres: positions along it run from 0 to this. */
export const frontEdgeLength = (bodice: BodiceDraft): number => sum(edgeOf(bodice).lengths);

export function positionOfPlace(bodice: BodiceDraft, place: DartPlace): number {
  const [part, t] = placeOnEdge(bodice, place);
  const { edge, lengths } = edgeOf(bodice);
  return sum(lengths.slice(0, part)) + lengthOf(split(edge[part] as Cubic, t)[0]);
}

/** The waist dart and the bust dart become one where they would touch. */
function besideWaistDart(bodice: BodiceDraft, x: number): number {
  const { X } = bodice.points;
  const { frontDarts: count, waistDart } = bodice.numbers;
  const reach = reachOfDarts(count, waistDart) + FROM_CORNER;
  return Math.abs(x - X.x) < reach ? X.x : x;
}

/** Where on the edge a position is: not on a corner, nor in the mouth of a waist dart. */
export function edgePlaceAt(bodice: BodiceDraft, position: number): EdgePlace {
  const { edge, lengths } = edgeOf(bodice);
  let part = 0;
  let remaining = Math.max(0, Number.isFinite(position) ? position : 0);
  while (part < edge.length - 1 && remaining > (lengths[part] ?? 0)) {
    remaining -= lengths[part] ?? 0;
    part++;
  }
  const length = lengths[part] ?? 0;
  // Both parts of the armscye are one curve, so their joint is no corner.
  const first = part === 2 ? 0.01 : Math.min(FROM_CORNER, length / 2);
  const last = part === 1 ? 0.01 : Math.min(FROM_CORNER, length / 2);
  const settled = Math.min(length - last, Math.max(first, remaining));
  const curve = edge[part] as Cubic;
  const t = alongCurve(curve, settled);
  if (part !== WAIST_PART) return [part, t];
  const { V, E } = bodice.points;
  return [part, (besideWaistDart(bodice, pointOn(curve, t).x) - V.x) / (E.x - V.x)];
}

/** The position on the edge that is seen from the bust point in the direction of another point. */
export function positionToward(bodice: BodiceDraft, toward: Point): number {
  const wanted = angleOf(bodice.points.M, toward);
  let best = { position: 0, apart: Number.POSITIVE_INFINITY };
  for (const { position, angle } of edgeOf(bodice).seen) {
    const turn = Math.abs(angle - wanted);
    const apart = Math.min(turn, 2 * Math.PI - turn);
    if (apart < best.apart) best = { position, apart };
  }
  return best.position;
}
