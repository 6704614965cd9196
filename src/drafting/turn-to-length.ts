import { type Point, rotate } from "./geometry.ts";

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
