import type { Point, Shape } from "../../contract/drawing.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";

/** The farthest coordinate that a drawing may have. */
const FARTHEST = 200_000;

const within = (value: number): number =>
  Math.min(FARTHEST, Math.max(-DRAWING_WIDTH, Math.round(value)));

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

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
        const points: number[] = [];
        for (let at = 0; at + 1 < shape.points.length; at += 2) {
          const { x, y } = turned({ x: shape.points[at] ?? 0, y: shape.points[at + 1] ?? 0 });
          points.push(x, y);
        }
        return { ...shape, points };
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
