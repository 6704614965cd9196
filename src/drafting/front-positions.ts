/** Where on the edge of the bodice front a dart may open: positions in centimetres along `frontEdge`. */

import type { BodiceDraft } from "./bodice.ts";
import { type DartPlace, type EdgePlace, frontEdge, placeOnEdge } from "./dart-moves.ts";
import {
  alongCurve,
  angleOf,
  type Cubic,
  distance,
  lengthOf,
  type Point,
  pointOn,
  split,
} from "./geometry.ts";
import { reachOfDarts } from "./waist-darts.ts";

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

/** The length of the edge of the front, in centimetres: positions run from 0 to it. */
export const frontEdgeLength = (bodice: BodiceDraft): number =>
  frontEdge(bodice).reduce((sum, curve) => sum + lengthOf(curve), 0);

/** The position of one of the places of the lessons. */
export function positionOfPlace(bodice: BodiceDraft, place: DartPlace): number {
  const [part, t] = placeOnEdge(bodice, place);
  const edge = frontEdge(bodice);
  const before = edge.slice(0, part).reduce((sum, curve) => sum + lengthOf(curve), 0);
  return before + lengthOf(split(edge[part] as Cubic, t)[0]);
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
  const edge = frontEdge(bodice);
  const lengths = edge.map(lengthOf);
  let part = 0;
  let rest = Math.max(0, Number.isFinite(position) ? position : 0);
  while (part < edge.length - 1 && rest > (lengths[part] ?? 0)) {
    rest -= lengths[part] ?? 0;
    part++;
  }
  const length = lengths[part] ?? 0;
  // Both parts of the armscye are one curve, so their joint is no corner.
  const first = part === 2 ? 0.01 : Math.min(FROM_CORNER, length / 2);
  const last = part === 1 ? 0.01 : Math.min(FROM_CORNER, length / 2);
  const settled = Math.min(length - last, Math.max(first, rest));
  const curve = edge[part] as Cubic;
  const t = alongCurve(curve, settled);
  if (part !== WAIST_PART) return [part, t];
  const { V, E } = bodice.points;
  return [part, (besideWaistDart(bodice, pointOn(curve, t).x) - V.x) / (E.x - V.x)];
}

/** The position on the edge that is seen from the bust point in the direction of another point. */
export function positionToward(bodice: BodiceDraft, toward: Point): number {
  const { M } = bodice.points;
  const wanted = angleOf(M, toward);
  const apart = (p: Point): number => {
    const turn = Math.abs(angleOf(M, p) - wanted);
    return Math.min(turn, 2 * Math.PI - turn);
  };
  let best = { position: 0, apart: Number.POSITIVE_INFINITY };
  let before = 0;
  for (const curve of frontEdge(bodice)) {
    const steps = Math.max(8, Math.ceil(lengthOf(curve) * 10));
    let last = curve[0];
    for (let i = 0; i <= steps; i++) {
      const p = pointOn(curve, i / steps);
      before += distance(last, p);
      last = p;
      if (apart(p) < best.apart) best = { position: before, apart: apart(p) };
    }
  }
  return best.position;
}
