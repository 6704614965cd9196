import {
  add,
  type Cubic,
  meeting,
  type Point,
  pointOn,
  quarterTurn,
  tangentOn,
  times,
} from "./geometry.ts";

/** An edge of a pattern piece, made of curves end to end, and the seam allowance outside it in cm. */
export interface Edge {
  readonly curves: readonly Cubic[];
  readonly allowance: number;
}

const SAMPLES = 12;

function offsetOf({ curves, allowance }: Edge): Point[] {
  const points: Point[] = [];
  curves.forEach((curve, k) => {
    for (let i = k === 0 ? 0 : 1; i <= SAMPLES; i++) {
      const t = i / SAMPLES;
      const outward = times(quarterTurn(tangentOn(curve, t)), -allowance);
      points.push(add(pointOn(curve, t), outward));
    }
  });
  return points;
}

/**
 * The cutting line round a piece, as points from the first corner back to it.
 *
 * @param edges the seam line, clockwise on the sheet, each edge starting where the last one ends;
 * neighbouring edges must meet at an angle
 */
export function cuttingLine(edges: readonly Edge[]): Point[] {
  const lines = edges.map(offsetOf);
  const ends = (line: readonly Point[]): readonly [Point, Point, Point, Point] => {
    const [first, second] = line;
    const last = line.at(-1);
    const beforeLast = line.at(-2);
    if (!first || !second || !last || !beforeLast) throw new RangeError("an edge without length");
    return [first, second, beforeLast, last];
  };
  const corners = lines.map((line, i) => {
    const [, , beforeLast, last] = ends(lines.at(i - 1) ?? line);
    const [first, second] = ends(line);
    return meeting(beforeLast, last, first, second);
  });
  const round = lines.flatMap((line, i) => [corners[i] as Point, ...line.slice(1, -1)]);
  return [...round, corners[0] as Point];
}
