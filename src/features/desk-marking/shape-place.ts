import type { Point, Shape } from "../../contract/drawing.ts";
import { PIN_RADIUS } from "../../domain/drawing.ts";
import { captionAt, LINE_HEIGHT, TEXT_SIZE, textWidth } from "../../domain/drawing-text.ts";

/** A rectangle on a page, in units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const pointsOf = (shape: Exclude<Shape, { kind: "text" }>): Point[] => {
  if (shape.kind === "pin") return [shape.at];
  if (shape.kind !== "pen") return [shape.from, shape.to];
  const points: Point[] = [];
  for (let at = 0; at + 1 < shape.points.length; at += 2) {
    points.push({ x: shape.points[at] ?? 0, y: shape.points[at + 1] ?? 0 });
  }
  return points;
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
  let found: number | null = null;
  let nearest = reach;
  for (const [index, shape] of shapes.entries()) {
    const away = distanceTo(shape, point);
    if (away > nearest) continue;
    [found, nearest] = [index, away];
  }
  return found;
};
