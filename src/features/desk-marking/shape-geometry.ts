import type { Point, Shape } from "../../contract/drawing.ts";
import { PIN_RADIUS } from "../../domain/drawing.ts";
import { captionAt, LINE_HEIGHT, TEXT_SIZE, textWidth } from "../../domain/drawing-text.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";

/** A rectangle on a page, in units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The points of a pen stroke, whose x and y stand in turn. */
const pointsOfPen = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => ({
    x: numbers[2 * at] ?? 0,
    y: numbers[2 * at + 1] ?? 0,
  }));

const pointsOf = (shape: Exclude<Shape, { kind: "text" }>): Point[] => {
  if (shape.kind === "pin") return [shape.at];
  return shape.kind === "pen" ? pointsOfPen(shape.points) : [shape.from, shape.to];
};

/** Where a shape is, without the width of its lines. */
export const boxOf = (shape: Shape): Box => {
  if (shape.kind === "text") {
    const { x, y, lines, direction } = captionAt(shape.at, shape.text);
    const width = lines.reduce((widest, each) => Math.max(widest, textWidth(each)), 0);
    const left = direction === "rtl" ? x - width : x;
    return { x: left, y: y - TEXT_SIZE, width, height: lines.length * LINE_HEIGHT };
  }
  if (shape.kind === "pin") {
    const { x, y } = shape.at;
    const side = 2 * PIN_RADIUS;
    return { x: x - PIN_RADIUS, y: y - PIN_RADIUS, width: side, height: side };
  }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of pointsOf(shape)) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

const toSegment = (point: Point, from: Point, to: Point): number => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / square : 0;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
};

const distanceTo = (shape: Shape, point: Point): number => {
  if (shape.kind === "text") {
    const { x, y, width, height } = boxOf(shape);
    const outside = (value: number, from: number, size: number) =>
      Math.max(from - value, 0, value - from - size);
    return Math.hypot(outside(point.x, x, width), outside(point.y, y, height));
  }
  const points = pointsOf(shape);
  const [first = point] = points;
  let least = toSegment(point, first, first);
  for (const [index, to] of points.entries()) {
    least = Math.min(least, toSegment(point, points[index - 1] ?? to, to));
  }
  return shape.kind === "pin" ? Math.max(0, least - PIN_RADIUS) : least;
};

/**
 * The position of the shape at a point: the nearest one, of equal ones the uppermost.
 * @param reach how far it may be away, in units
 */
export const shapeAt = (shapes: readonly Shape[], point: Point, reach: number): number | null => {
  let closest: number | null = null;
  let nearest = reach;
  for (const [index, shape] of shapes.entries()) {
    const away = distanceTo(shape, point);
    if (away > nearest) continue;
    [closest, nearest] = [index, away];
  }
  return closest;
};

/** The farthest coordinate that a drawing may have. */
const FARTHEST = 200_000;

const within = (value: number): number =>
  Math.min(FARTHEST, Math.max(-DRAWING_WIDTH, Math.round(value)));

export const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

/**
 * Places shapes on a page that is turned by a quarter, so that each stays on what it marks.
 * @param height of the page as it was, in units
 */
export const turnShapes = (
  shapes: readonly Shape[],
  by: 90 | -90,
  height: number,
): readonly Shape[] => {
  // The height becomes the width, which always has the same number of units.
  const scale = DRAWING_WIDTH / height;
  const turned = ({ x, y }: Point): Point =>
    by === 90
      ? { x: within((height - y) * scale), y: within(x * scale) }
      : { x: within(y * scale), y: within((DRAWING_WIDTH - x) * scale) };
  return shapes.map((shape) => {
    switch (shape.kind) {
      case "pen": {
        const points = pointsOfPen(shape.points).map(turned);
        return { ...shape, points: points.flatMap(({ x, y }) => [x, y]) };
      }
      case "text":
        return { ...shape, at: turned(shape.at) };
      case "pin": {
        const high = Math.ceil(DRAWING_WIDTH * scale);
        const { x, y } = turned(shape.at);
        const at = { x: clamp(x, DRAWING_WIDTH), y: clamp(y, high) };
        return { ...shape, at, high };
      }
      default:
        return { ...shape, from: turned(shape.from), to: turned(shape.to) };
    }
  });
};
