import type { Point } from "./geometry.ts";

/** The area within a closed line in square centimetres; positive if it runs clockwise on the sheet. */
export const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, a, i) => {
    const b = points[(i + 1) % points.length] ?? a;
    return sum + (a.x * b.y - b.x * a.y) / 2;
  }, 0);

/** Twice the area of the triangle; its sign is the side of the line a b on which c lies. */
const turn = (a: Point, b: Point, c: Point): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether two stretches cross, each within the other. Those that only touch do not cross. */
const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

interface Stretch {
  readonly a: Point;
  readonly b: Point;
  readonly left: number;
  readonly right: number;
}

const stretchesOf = (points: readonly Point[]): Stretch[] =>
  points.map((a, i) => {
    const b = points[(i + 1) % points.length] ?? a;
    return { a, b, left: Math.min(a.x, b.x), right: Math.max(a.x, b.x) };
  });

/** Whether a point lies within a closed outline. */
export const isInside = (outline: readonly Point[], { x, y }: Point): boolean => {
  let inside = false;
  outline.forEach((from, i) => {
    const to = outline[(i + 1) % outline.length] ?? from;
    if (from.y > y === to.y > y) return;
    if (x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
  });
  return inside;
};

/**
 * Whether a closed line crosses itself. It may be given with its first point again at its end.
 * A stretch is compared only with those that share some of its width, which is quick for outlines.
 */
export const crossesItself = (points: readonly Point[]): boolean => {
  const stretches = stretchesOf(points).toSorted((one, other) => one.left - other.left);
  return stretches.some(({ a, b, right }, i) => {
    for (let k = i + 1; k < stretches.length; k++) {
      const other = stretches[k];
      if (!other || other.left > right) return false;
      if (cross(a, b, other.a, other.b)) return true;
    }
    return false;
  });
};

/** A pair of stretches from two lists that cross. */
const someCross = (one: readonly Stretch[], other: readonly Stretch[]): boolean =>
  one.some(({ a, b, left, right }) =>
    other.some((to) => to.left <= right && to.right >= left && cross(a, b, to.a, to.b)),
  );

/** Whether the areas within two closed outlines overlap. Those that only touch do not. */
export const overlap = (one: readonly Point[], other: readonly Point[]): boolean => {
  const [first, second] = [one[0], other[0]];
  if (!first || !second) return false;
  return (
    someCross(stretchesOf(one), stretchesOf(other)) ||
    isInside(one, second) ||
    isInside(other, first)
  );
};
