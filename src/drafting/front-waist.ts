import type { BodiceDraft } from "./bodice.ts";
import { SHORT_OF_BUST_POINT } from "./bodice.ts";
import { type EdgePlace, type MovedDart, sewnPoint } from "./dart-moves.ts";
import { WAIST_PART } from "./front-positions.ts";
import {
  add,
  between,
  type Cubic,
  direction,
  distance,
  type Point,
  quarterTurn,
  straight,
  subtract,
} from "./geometry.ts";
import { type Dart, type TruedSeam, trueSeam } from "./truing.ts";

/** A front whose bust dart has opened at another place. */
export interface Opened {
  readonly moved: MovedDart;
  readonly place: EdgePlace;
  readonly turn: (p: Point) => Point;
}

/** Where a dart that was drawn to the bust point is sewn to. */
export const shortOf = (dart: MovedDart["dart"]): Point => {
  const leg = distance(dart.point, dart.still);
  return sewnPoint(dart, Math.min(SHORT_OF_BUST_POINT, leg / 3));
};

/** The waist with the caps of its darts, from the centre to the side. */
export const waistCurves = ({ parts, darts }: Pick<TruedSeam, "parts" | "darts">): Cubic[] =>
  parts.flatMap((part, i) => {
    const dart = darts[i];
    return dart ? [part, straight(dart.inner, dart.cap), straight(dart.cap, dart.outer)] : [part];
  });

/** The waist of the front, trued, with whatever darts open in it. @param side where the side seam ends, unmoved */
export function frontWaist(bodice: BodiceDraft, side: Point, opened: Opened | null): TruedSeam {
  const { E, S } = bodice.points;
  const square = quarterTurn(direction(S, side));
  if (!opened || opened.place[0] !== WAIST_PART)
    return trueSeam(E, bodice.frontDarts, side, square);
  const { turn, moved } = opened;
  const { still, turned } = moved.dart;
  const end = turn(side);
  const endSquare = subtract(turn(add(side, square)), end);
  const turnDart = (dart: Dart): Dart => ({
    centre: turn(dart.centre),
    point: turn(dart.point),
    inner: turn(dart.inner),
    outer: turn(dart.outer),
  });
  const own = bodice.frontDarts.find(({ centre }) => Math.abs(centre.x - still.x) < 0.01);
  const joined: Dart = own
    ? jointDart(moved.dart.point, own.inner, turn(own.outer))
    : jointDart(moved.dart.point, still, turned);
  const before = bodice.frontDarts.filter((dart) => dart !== own && dart.centre.x > still.x);
  const after = bodice.frontDarts.filter((dart) => dart !== own && dart.centre.x <= still.x);
  return trueSeam(E, [...before, joined, ...after.map(turnDart)], end, endSquare);
}

const jointDart = (bustPoint: Point, inner: Point, outer: Point): Dart => ({
  centre: between(inner, outer, 0.5),
  point: shortOf({ point: bustPoint, still: inner, turned: outer }),
  inner,
  outer,
});
