import {
  add,
  angleOf,
  between,
  type Cubic,
  crossing,
  direction,
  distance,
  lengthOf,
  mapCurve,
  mirror,
  type Point,
  pointOn,
  rotate,
  split,
  straight,
  subtract,
  times,
} from "./geometry.ts";

/** A dart on a seam: `inner` is the leg nearer the centre line, `outer` the one nearer the side. */
export interface Dart {
  readonly centre: Point;
  readonly point: Point;
  readonly inner: Point;
  readonly outer: Point;
}

/** A dart as it is sewn: its legs end on the seam line, which runs `inner`, `cap`, `outer` across its mouth. */
export interface SewnDart extends Dart {
  readonly cap: Point;
}

export const mapDart = <Kind extends Dart>(dart: Kind, move: (p: Point) => Point): Kind =>
  Object.fromEntries(
    Object.entries(dart).map(([name, p]): [string, Point] => [name, move(p)]),
  ) as unknown as Kind;

export interface TruedSeam {
  /** The seam with the darts folded shut: one smooth curve from the centre line to the side. */
  readonly closed: Cubic;
  /** The same curve cut at the darts and opened out flat again; one part more than darts. */
  readonly parts: readonly Cubic[];
  /** The darts with their legs cut by the new curve, and the tip of the folded intake. */
  readonly darts: readonly SewnDart[];
  /** Sewn length in centimetres. */
  readonly length: number;
  /** Moves a point of part i of the open pattern to where it lies with the darts shut. */
  readonly fold: (p: Point, part: number) => Point;
}

/** The seam with the caps of its darts, from the centre to the side. */
export const withCaps = ({ parts, darts }: Pick<TruedSeam, "parts" | "darts">): Cubic[] =>
  parts.flatMap((part, i) => {
    const dart = darts[i];
    return dart ? [part, straight(dart.inner, dart.cap), straight(dart.cap, dart.outer)] : [part];
  });

const angleToClose = ({ point, inner, outer }: Dart): number =>
  angleOf(point, inner) - angleOf(point, outer);

/**
 * The tip of a dart's intake, which is folded towards the seam before it: where that seam, mirrored in the leg,
 * meets the middle line. Where the seam runs along the dart rather than across it, the tip is kept near the mouth.
 *
 * @param before ends at `inner`
 */
export function capOf(point: Point, inner: Point, outer: Point, before: Cubic): Point {
  const middle = between(inner, outer, 0.5);
  const half = distance(inner, outer) / 2;
  const along = direction(point, middle);
  const back = direction(inner, mirror(pointOn(before, 0.98), point, inner));
  const cross = along.x * back.y - along.y * back.x;
  const gap = subtract(inner, middle);
  const height = Math.abs(cross) < 1e-6 ? half : (gap.x * back.y - gap.y * back.x) / cross;
  return add(middle, times(along, Math.min(half, Math.max(-half, height))));
}

/**
 * Trues a seam across its darts, as one does on paper: fold each dart shut, draw one smooth curve
 * that leaves the centre line at a right angle and meets the side seam at a right angle, cut, open.
 *
 * @param centre where the seam starts on the centre line
 * @param darts from the centre line towards the side
 * @param side where the seam meets the side seam
 * @param sideSquare unit vector square to the side seam at `side`, pointing away from the centre
 * @param centreSquare the same for the centre line; absent for one that runs upright
 */
export function trueSeam(
  centre: Point,
  darts: readonly Dart[],
  side: Point,
  sideSquare: Point,
  centreSquare?: Point,
): TruedSeam {
  const fold = (p: Point, part: number): Point =>
    darts
      .slice(0, part)
      .reduceRight((moved, dart) => rotate(moved, dart.point, angleToClose(dart)), p);
  const unfold = (p: Point, part: number): Point =>
    darts.slice(0, part).reduce((moved, dart) => rotate(moved, dart.point, -angleToClose(dart)), p);

  const last = darts.length;
  const end = fold(side, last);
  const square = subtract(fold(add(side, sideSquare), last), end);
  const handle = distance(centre, end) / 3;
  const outward = centreSquare ?? { x: Math.sign(end.x - centre.x), y: 0 };
  const closed: Cubic = [
    centre,
    add(centre, times(outward, handle)),
    subtract(end, times(square, handle)),
    end,
  ];

  const parts: Cubic[] = [];
  let remaining = closed;
  darts.forEach((dart, i) => {
    const [before, after] = split(
      remaining,
      crossing(remaining, fold(dart.point, i), fold(dart.inner, i)),
    );
    parts.push(mapCurve(before, (p) => unfold(p, i)));
    remaining = after;
  });
  parts.push(mapCurve(remaining, (p) => unfold(p, last)));

  const trued = darts.map((dart, i) => {
    const before = parts[i] as Cubic;
    const inner = before[3];
    const outer = (parts[i + 1] as Cubic)[0];
    const cap = capOf(dart.point, inner, outer, before);
    return { ...dart, inner, outer, cap };
  });
  return { closed, parts, darts: trued, length: lengthOf(closed), fold };
}

/** Enough for a thousandth of a millimetre, as the length changes evenly with the angle. */
const STEPS = 8;
const FIRST_ANGLE = 0.01;

/**
 * Turns the lower end of a side seam about its upper one, which keeps the seam's length, until the waist that ends
 * there has the length that is wanted. Truing a waist changes it by a millimetre or two.
 */
export function turnToLength(
  end: Point,
  about: Point,
  wanted: number,
  lengthFor: (end: Point) => number,
): Point {
  const turned = (angle: number): Point => rotate(end, about, angle);
  let last = { angle: 0, off: lengthFor(end) - wanted };
  let next = { angle: FIRST_ANGLE, off: lengthFor(turned(FIRST_ANGLE)) - wanted };
  for (let i = 0; i < STEPS && Math.abs(next.off) > 1e-6; i++) {
    const slope = (next.off - last.off) / (next.angle - last.angle);
    if (!Number.isFinite(slope) || slope === 0) break;
    const angle = Math.min(0.3, Math.max(-0.3, next.angle - next.off / slope));
    last = next;
    next = { angle, off: lengthFor(turned(angle)) - wanted };
  }
  return turned(next.angle);
}
