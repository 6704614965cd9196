import {
  add,
  at,
  type Cubic,
  direction,
  distance,
  type Point,
  straight,
  times,
} from "./geometry.ts";
import type { Dart } from "./truing.ts";

/** One half of a bodice below the armscye, its side seam down from the underarm point to the hip line. */
interface TorsoHalf {
  readonly side: readonly [toWaist: Cubic, toHip: Cubic];
  readonly hip: Point;
  /** The centre at the hip line. */
  readonly centre: Point;
  /** The waist darts, each with a point above and one below the waist. */
  readonly diamonds: readonly (readonly Cubic[])[];
}

interface Torso {
  readonly back: TorsoHalf;
  readonly front: TorsoHalf;
  /** How far each side seam stands outside the underarm point at the hip line. */
  readonly hipEach: number;
}

/** Where the darts end below the waist, as those of the skirt block: above the seat, and half way in front. */
const endOfDart = {
  back: (waistToHip: number): number => Math.max(waistToHip - 6, waistToHip * 0.55),
  front: (waistToHip: number): number => waistToHip / 2,
} as const;

/** From the underarm point to the waist and on to the hip line: upright at both, in one smooth curve. */
const sideSeam = (underarm: Point, waist: Point, hip: Point): readonly [Cubic, Cubic] => {
  const above = distance(underarm, waist) / 3;
  const below = (hip.y - waist.y) / 3;
  return [
    [
      underarm,
      add(underarm, times(direction(underarm, waist), above)),
      at(waist.x, waist.y - above),
      waist,
    ],
    [waist, at(waist.x, waist.y + below), at(hip.x, hip.y - below), hip],
  ];
};

const diamond = ({ point, inner, outer }: Dart, depth: number): readonly Cubic[] => {
  const lower = at(point.x, inner.y + depth);
  return [
    straight(point, inner),
    straight(inner, lower),
    straight(lower, outer),
    straight(outer, point),
  ];
};

/**
 * Carries a bodice on to the hip line, without a seam at the waist. Ours: both side seams are one curve, mirrored in the
 * line down from the underarm point, so that they are equally long; at the hip line each takes half of what the hip is
 * wider than the chest. The waist darts of the block get a second point, where the darts of the skirt block end.
 *
 * @param points of the drafted block; U and V, where its side seams meet the waist
 * @param halfHip half of the hip girth with its ease
 */
export const draftTorso = (
  points: Readonly<Record<"C" | "E" | "S" | "U" | "V", Point>>,
  darts: { readonly back: readonly Dart[]; readonly front: readonly Dart[] },
  halfHip: number,
  waistToHip: number,
): Torso => {
  const { C, E, S, U, V } = points;
  const level = C.y + waistToHip;
  const hipEach = (halfHip - E.x) / 2;
  const [backHip, frontHip] = [at(S.x + hipEach, level), at(S.x - hipEach, level)];
  return {
    hipEach,
    back: {
      side: sideSeam(S, U, backHip),
      hip: backHip,
      centre: at(C.x, level),
      diamonds: darts.back.map((dart) => diamond(dart, endOfDart.back(waistToHip))),
    },
    front: {
      side: sideSeam(S, V, frontHip),
      hip: frontHip,
      centre: at(E.x, level),
      diamonds: darts.front.map((dart) => diamond(dart, endOfDart.front(waistToHip))),
    },
  };
};
