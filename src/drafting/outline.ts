import {
  add,
  type Cubic,
  direction,
  distance,
  type Point,
  pointOn,
  quarterTurn,
  subtract,
  times,
} from "./geometry.ts";

/** An edge of a pattern piece, made of curves end to end, and the seam allowance outside it in cm. */
export interface Edge {
  readonly curves: readonly Cubic[];
  readonly allowance: number;
  /** The allowance is turned up onto the piece: its ends mirror the edges beside it. */
  readonly isHem?: boolean;
}

/** How far a chord may lie from its curve: a twentieth of a millimetre. */
const SAGITTA = 0.005;
/** A corner sharper than this many allowances is cut off square, so that it does not become a spike. */
const LONGEST_CORNER = 4;

/** A corner of two allowances takes no more than this of the length of either. */
const CUT_BACK = 0.1;

const turnBetween = (a: Point, b: Point): number =>
  Math.abs(Math.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));

/** The points of a curve, close enough together that it looks and measures like the curve. */
export function flatten(curve: Cubic): Point[] {
  const legs = [
    subtract(curve[1], curve[0]),
    subtract(curve[2], curve[1]),
    subtract(curve[3], curve[2]),
  ] as const;
  const length = legs.reduce((sum, { x, y }) => sum + Math.hypot(x, y), 0);
  const turn = turnBetween(legs[0], legs[1]) + turnBetween(legs[1], legs[2]);
  // The sagitta of each of n chords is (length / n) × (turn / n) ÷ 8.
  const chords = Math.ceil(Math.sqrt((length * turn) / (8 * SAGITTA)));
  const count = Number.isFinite(chords) ? Math.min(200, Math.max(1, chords)) : 1;
  return Array.from({ length: count + 1 }, (_, i) => pointOn(curve, i / count));
}

/** A stretch of an edge without corners, moved outward by its allowance. */
type Line = readonly Point[];

/** Below this turn, in radians, a joint of two chords is no corner. */
const CORNER = 0.12;

/** The smooth stretches of an edge: the caps of darts have corners within an edge. */
function smoothLines({ curves }: Edge): Point[][] {
  const lines: Point[][] = [];
  for (const curve of curves) {
    const points = flatten(curve).filter(
      (p, i, all) => i === 0 || distance(p, all[i - 1] ?? p) > 1e-9,
    );
    const [start, second] = points;
    if (!start || !second) continue;
    const last = lines.at(-1);
    const end = last?.at(-1);
    const beforeEnd = last?.at(-2);
    const isSmooth =
      end && beforeEnd && turnBetween(subtract(end, beforeEnd), subtract(second, start)) < CORNER;
    if (last && isSmooth) last.push(...points.slice(1));
    else lines.push(points);
  }
  return lines;
}

/** A line moved to its left, which is outward for a clockwise outline. */
const outward = (line: Line, allowance: number): Point[] =>
  line.map((point, i) => {
    const before = line[i - 1];
    const after = line[i + 1];
    const normals = [
      ...(before ? [quarterTurn(direction(before, point))] : []),
      ...(after ? [quarterTurn(direction(point, after))] : []),
    ];
    const sum = normals.reduce(add);
    // The bisector of two chords: longer than each normal, so that both chords keep the allowance.
    const size = (sum.x * sum.x + sum.y * sum.y) / normals.length;
    return add(point, times(sum, -allowance / (size || 1)));
  });

/** Where two stretches meet, each within itself. */
function meetingWithin(a: Point, b: Point, c: Point, d: Point): Point | null {
  const along = subtract(b, a);
  const other = subtract(d, c);
  const cross = along.x * other.y - along.y * other.x;
  if (Math.abs(cross) < 1e-12) return null;
  const gap = subtract(c, a);
  const share = (gap.x * other.y - gap.y * other.x) / cross;
  const shareOther = (gap.x * along.y - gap.y * along.x) / cross;
  const isWithin = share >= 0 && share <= 1 && shareOther >= 0 && shareOther <= 1;
  return isWithin ? add(a, times(along, share)) : null;
}

/** Two lines cut off where they cross, nearest to their joint; null if they do not cross. */
function cutAtCrossing(before: Line, after: Line): [Point[], Point[]] | null {
  for (let i = before.length - 1; i > 0; i--)
    for (let k = 1; k < after.length; k++) {
      const [a, b, c, d] = [before[i - 1], before[i], after[k - 1], after[k]];
      if (!a || !b || !c || !d) continue;
      const corner = meetingWithin(a, b, c, d);
      if (corner)
        return [
          [...before.slice(0, i), corner],
          [corner, ...after.slice(k)],
        ];
    }
  return null;
}

/** Where two lines, each by a point and a direction, cross; null if they are all but parallel. */
function crossingOf(a: Point, along: Point, c: Point, other: Point): Point | null {
  const cross = along.x * other.y - along.y * other.x;
  if (Math.abs(cross) < 1e-3) return null;
  const gap = subtract(c, a);
  return add(a, times(along, (gap.x * other.y - gap.y * other.x) / cross));
}

/** The corner where two lines meet if both are made longer; null if that is far away or nowhere. */
function sharpCorner(before: Line, after: Line, reach: number): Point | null {
  const [b, a] = [before.at(-1), before.at(-2)];
  const [c, d] = after;
  if (!a || !b || !c || !d) return null;
  const corner = crossingOf(b, direction(a, b), c, direction(c, d));
  return corner && distance(corner, b) <= reach && distance(corner, c) <= reach ? corner : null;
}

/** By how much the second line turns away from the first. */
const turnAt = (before: Line, after: Line): number => {
  const [a, b, c, d] = [before.at(-2), before.at(-1), after[0], after[1]];
  return a && b && c && d ? turnBetween(subtract(b, a), subtract(d, c)) : Math.PI;
};

/** By how much a line is made longer at its end to reach a point; less than 0 where it is cut off. */
const beyondEnd = (line: Line, corner: Point): number => {
  const [end, before] = [line.at(-1), line.at(-2)];
  if (!end || !before) return 0;
  const along = direction(before, end);
  const { x, y } = subtract(corner, end);
  return x * along.x + y * along.y;
};

/**
 * The step between two allowances where their edges run on with hardly a corner: the wider one ends square to its
 * own edge, and the narrower one goes up to there. A corner would lie far along one edge and take its allowance.
 * @param wide and narrow: both end at the joint
 */
function stepBetween(wide: Line, narrow: Line): Point | null {
  const [end, before] = [wide.at(-1), wide.at(-2)];
  const [near, far] = [narrow.at(-1), narrow.at(-2)];
  if (!end || !before || !near || !far) return null;
  return crossingOf(near, direction(far, near), end, quarterTurn(direction(before, end)));
}

/** The line through a point mirrored in the direction of another: what lies on it when it is turned up. */
const mirrored = (along: Point, axis: Point): Point => {
  const dot = along.x * axis.x + along.y * axis.y;
  return subtract(times(axis, 2 * dot), along);
};

/** A stretch of the cutting line with the seam line that it belongs to. */
interface Cut {
  readonly seam: Line;
  points: Point[];
  readonly allowance: number;
  readonly isHem: boolean;
}

/**
 * Joins the allowance of a hem to that of the edge beside it, which ends at the hem's fold and goes on mirrored.
 * A hollow hem, as of a sleeve that tapers, is mirrored in the line between its ends and not in its own: what is too
 * long can be eased in, but an allowance shorter than what it is turned onto does not lie flat.
 * @param beside the other edge, away from the hem
 * @param hem the hem's lines, away from the corner
 */
function cornerOfHem(beside: Line, hem: Line, hemSeam: Line): Point[] | null {
  const [corner, next] = hemSeam;
  const [end, before] = beside;
  const [start, second] = hem;
  const [last, lastOfHem] = [hemSeam.at(-1), hem.at(-1)];
  if (!corner || !next || !end || !before || !start || !second || !last || !lastOfHem) return null;
  const ahead = direction(before, end);
  const onHem = direction(start, second);
  const found = [next, last].flatMap((toward) => {
    const axis = direction(corner, toward);
    const fold = crossingOf(end, ahead, corner, axis);
    const endOfHem = fold && crossingOf(fold, mirrored(ahead, axis), start, onHem);
    return fold && endOfHem ? [[fold, endOfHem]] : [];
  });
  const [first, other] = found;
  const reach = ([, endOfHem]: Point[]): number => (endOfHem ? distance(endOfHem, lastOfHem) : 0);
  return first && other && reach(other) > reach(first) ? other : (first ?? null);
}

const backward = (line: Line): Point[] => [...line].reverse();

/** Makes the cutting line of two neighbours meet. */
function join(before: Cut, after: Cut): void {
  if (before.isHem !== after.isHem) {
    const corner = before.isHem
      ? cornerOfHem(after.points, backward(before.points), backward(before.seam))
      : cornerOfHem(backward(before.points), after.points, after.seam);
    if (corner) {
      const [fold, end] = corner as [Point, Point];
      before.points = [...before.points.slice(0, -1), before.isHem ? end : fold];
      after.points = [after.isHem ? end : fold, ...after.points.slice(1)];
      return;
    }
  }
  const crossed = cutAtCrossing(before.points, after.points);
  if (crossed) {
    [before.points, after.points] = crossed;
    return;
  }
  const reach = LONGEST_CORNER * Math.max(before.allowance, after.allowance) + 0.1;
  const corner = sharpCorner(before.points, after.points, reach);
  const lines = [before.points, backward(after.points)] as const;
  const isAway = corner
    ? lines.some((line) => beyondEnd(line, corner) < -CUT_BACK)
    : turnAt(before.points, after.points) < Math.PI / 2;
  if (before.allowance !== after.allowance && isAway) {
    const isBeforeWide = before.allowance > after.allowance;
    const step = isBeforeWide ? stepBetween(...lines) : stepBetween(lines[1], lines[0]);
    if (!step) return;
    if (isBeforeWide) after.points = [step, ...after.points.slice(1)];
    else before.points = [...before.points.slice(0, -1), step];
    return;
  }
  if (!corner) return;
  before.points = [...before.points.slice(0, -1), corner];
  after.points = [corner, ...after.points.slice(1)];
}

/** A loop of the cutting line is no longer than this many allowances. */
const LONGEST_LOOP = 8;

/** Cuts off the loops that an allowance makes where a hollow edge, such as an armscye, is rounder than it. */
function withoutLoops(line: readonly Point[], longest: number): Point[] {
  const points = [...line];
  for (let i = 0; i < points.length - 3; i++) {
    let length = 0;
    for (let k = i + 2; k < points.length - 1; k++) {
      const [a, b, c, d] = [points[i], points[i + 1], points[k], points[k + 1]];
      if (!a || !b || !c || !d) break;
      length += distance(points[k - 1] ?? c, c);
      if (length > longest) break;
      const meets = meetingWithin(a, b, c, d);
      if (!meets) continue;
      points.splice(i + 1, k - i, meets);
      break;
    }
  }
  return points;
}

/**
 * The cutting line round a piece, as points from the first corner back to it.
 *
 * Each smooth stretch of the seam line is moved outward by its allowance. At a corner neighbours are made longer
 * until they meet, or cut off where they cross; a spike is cut off square. Where two allowances meet without such a
 * corner, they make a step. The ends of a hem mirror the edges beside it, so that the hem lies flat when it is turned
 * up.
 *
 * @param edges the seam line, clockwise on the sheet, each edge starting where the last one ends
 */
export function cuttingLine(edges: readonly Edge[]): Point[] {
  const cuts = edges.flatMap((edge) =>
    smoothLines(edge).map(
      (seam): Cut => ({
        seam,
        points: outward(seam, edge.allowance),
        allowance: edge.allowance,
        isHem: edge.isHem ?? false,
      }),
    ),
  );
  cuts.forEach((cut, i) => {
    const before = cuts.at(i - 1);
    if (before && before !== cut) join(before, cut);
  });
  const points = cuts.flatMap((cut) => cut.points);
  const apart = points.filter((p, i) => distance(p, points.at(i - 1) ?? p) > 1e-6);
  const widest = Math.max(0, ...edges.map(({ allowance }) => allowance));
  const round = withoutLoops(apart, LONGEST_LOOP * widest);
  return [...round, ...round.slice(0, 1)];
}
