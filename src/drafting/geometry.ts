/**
 * Plane geometry for drafting. Lengths in centimetres, x to the right, y **down** the sheet (as on
 * paper that lies waist up, and as in SVG), angles in radians.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A cubic Bézier curve: start, two handles, end. */
export type Cubic = readonly [Point, Point, Point, Point];

export const at = (x: number, y: number): Point => ({ x, y });

export const add = (a: Point, b: Point): Point => at(a.x + b.x, a.y + b.y);

export const subtract = (a: Point, b: Point): Point => at(a.x - b.x, a.y - b.y);

export const times = (a: Point, factor: number): Point => at(a.x * factor, a.y * factor);

export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** The point a share of the way from a (0) to b (1). */
export const between = (a: Point, b: Point, share: number): Point =>
  at(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);

/** The share of the way from a to b at which it comes nearest to a point. */
export const nearestShare = (a: Point, b: Point, point: Point): number => {
  const along = subtract(b, a);
  const { x, y } = subtract(point, a);
  const share = (x * along.x + y * along.y) / (along.x ** 2 + along.y ** 2 || 1);
  return Math.min(1, Math.max(0, share));
};

/** The unit vector from a to b. */
export const direction = (a: Point, b: Point): Point =>
  times(subtract(b, a), 1 / (distance(a, b) || 1));

/** The vector turned a quarter: on the sheet, from right to down. */
export const quarterTurn = (v: Point): Point => at(-v.y, v.x);

/** The angle of the vector from a to b; on the sheet positive angles turn clockwise. */
export const angleOf = (a: Point, b: Point): number => Math.atan2(b.y - a.y, b.x - a.x);

export const rotate = (p: Point, centre: Point, angle: number): Point => {
  const { x, y } = subtract(p, centre);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return at(centre.x + x * cos - y * sin, centre.y + x * sin + y * cos);
};

/** A straight line as a curve, so that outlines are of one kind. */
export const straight = (a: Point, b: Point): Cubic => [
  a,
  between(a, b, 1 / 3),
  between(a, b, 2 / 3),
  b,
];

export const mapCurve = (c: Cubic, move: (p: Point) => Point): Cubic => [
  move(c[0]),
  move(c[1]),
  move(c[2]),
  move(c[3]),
];

export const reverse = (c: Cubic): Cubic => [c[3], c[2], c[1], c[0]];

/** Curves that meet end to end, run the other way. */
export const backward = (curves: readonly Cubic[]): Cubic[] => curves.map(reverse).reverse();

export function pointOn(c: Cubic, t: number): Point {
  const u = 1 - t;
  const weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
  return at(
    weights[0] * c[0].x + weights[1] * c[1].x + weights[2] * c[2].x + weights[3] * c[3].x,
    weights[0] * c[0].y + weights[1] * c[1].y + weights[2] * c[2].y + weights[3] * c[3].y,
  );
}

/** The unit vector along the curve at t, from start to end. */
export function tangentOn(c: Cubic, t: number): Point {
  const step = 1e-5;
  return direction(pointOn(c, Math.max(0, t - step)), pointOn(c, Math.min(1, t + step)));
}

/** The parts of the curve before and after t (de Casteljau). */
export function split(c: Cubic, t: number): [Cubic, Cubic] {
  const a = between(c[0], c[1], t);
  const b = between(c[1], c[2], t);
  const d = between(c[2], c[3], t);
  const e = between(a, b, t);
  const f = between(b, d, t);
  const middle = between(e, f, t);
  return [
    [c[0], a, e, middle],
    [middle, f, d, c[3]],
  ];
}

/** Into how many chords a curve is divided to measure it. */
const CHORDS = 256;

/** The length of the curve in centimetres, good to a hundredth of a millimetre at these sizes. */
export function lengthOf([start, one, two, end]: Cubic): number {
  let sum = 0;
  let [lastX, lastY] = [start.x, start.y];
  // Written out, for drafts spend most of their time here.
  for (let i = 1; i <= CHORDS; i++) {
    const t = i / CHORDS;
    const u = 1 - t;
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    const x = a * start.x + b * one.x + c * two.x + d * end.x;
    const y = a * start.y + b * one.y + c * two.y + d * end.y;
    sum += Math.sqrt((x - lastX) ** 2 + (y - lastY) ** 2);
    lastX = x;
    lastY = y;
  }
  return sum;
}

export const lengthOfAll = (curves: readonly Cubic[]): number =>
  curves.reduce((sum, curve) => sum + lengthOf(curve), 0);

/** So near to its root a function of lengths has found it. */
const NEAR_ROOT = 1e-12;

/**
 * Where f changes its sign between low and high, which must be given with different signs. Bisection, with two
 * steps of the regula falsi (Illinois) between its steps: about ten values of f instead of forty.
 */
export function bisect(f: (value: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  let [atA, atB] = [f(a), f(b)];
  if (Math.sign(atA) === Math.sign(atB))
    throw new RangeError("no change of sign between the bounds");
  if (atA === 0) return a;
  if (atB === 0) return b;
  for (let i = 0; i < 90 && Math.abs(b - a) > NEAR_ROOT; i++) {
    const middle = i % 3 === 2 ? (a + b) / 2 : a - (atA * (b - a)) / (atB - atA);
    const value = f(middle);
    if (Math.abs(value) < NEAR_ROOT) return middle;
    if (Math.sign(value) === Math.sign(atA)) {
      [a, atA] = [middle, value];
      atB /= 2;
    } else {
      [b, atB] = [middle, value];
      atA /= 2;
    }
  }
  return (a + b) / 2;
}

/** The parameter of the point that lies the given length along the curve from its start; at most its end. */
export function alongCurve(c: Cubic, length: number): number {
  const rounding = 1e-9;
  if (length <= rounding) return 0;
  if (length >= lengthOf(c) - rounding) return 1;
  return bisect((t) => lengthOf(split(c, t)[0]) - length, 0, 1);
}

/** The point that lies the given length from the start of curves end to end; at most their end. */
export function pointAlong(curves: readonly Cubic[], length: number): Point {
  let remaining = length;
  for (const curve of curves) {
    const curveLength = lengthOf(curve);
    if (remaining < curveLength) return pointOn(curve, alongCurve(curve, remaining));
    remaining -= curveLength;
  }
  return (curves.at(-1) as Cubic)[3];
}

/** Twice the area of the triangle; its sign is the side of the line a b on which c lies. */
const turn = (a: Point, b: Point, c: Point): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** The parameter where the curve, having its ends on different sides, crosses the line a b. */
export const crossing = (c: Cubic, a: Point, b: Point): number =>
  bisect((t) => turn(a, b, pointOn(c, t)), 0, 1);

/** A hem square to both edges at whose ends it begins and stops, each given by the direction down it. */
export function hemBetween(from: Point, down: Point, to: Point, downAtEnd: Point): Cubic {
  const handle = distance(from, to) / 3;
  return [
    from,
    add(from, times(quarterTurn(down), handle)),
    add(to, times(quarterTurn(downAtEnd), -handle)),
    to,
  ];
}

/** The point mirrored in the line through a and b. */
export function mirror(p: Point, a: Point, b: Point): Point {
  const along = direction(a, b);
  const { x, y } = subtract(p, a);
  const foot = add(a, times(along, x * along.x + y * along.y));
  return subtract(times(foot, 2), p);
}

/** The area within a closed line in square centimetres; positive if it runs clockwise on the sheet. */
export const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, a, i) => {
    const b = points[(i + 1) % points.length] ?? a;
    return sum + (a.x * b.y - b.x * a.y) / 2;
  }, 0);

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
