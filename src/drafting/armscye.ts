import {
  add,
  at,
  bisect,
  type Cubic,
  crossing,
  distance,
  type Point,
  pointOn,
  times,
} from "./geometry.ts";

/**
 * The lower armscye: upright at `touch`, level at the underarm point, passing the corner between
 * them at the given distance on its diagonal.
 */
export function underarm(touch: Point, underarmPoint: Point, fromCorner: number): Cubic {
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
export function upperArmscye(end: Point, square: Point, touch: Point): Cubic {
  const height = touch.y - end.y;
  return [end, add(end, times(square, height * 0.35)), at(touch.x, touch.y - height * 0.4), touch];
}
