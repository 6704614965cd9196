import { at, type Point } from "./geometry.ts";
import type { Leg } from "./trousers-leg.ts";

/**
 * The letters of the lessons: A to E are the levels on the crease, the others of the front have the same letter
 * with a 1 on the back. R to U are darts, and with a 2 their points.
 */
export function trousersLetters(front: Leg, back: Leg, crotchLine: number): Record<string, Point> {
  const of = ({ shape, darts }: Leg, mark: string): Record<string, Point> => {
    const points: Record<string, Point> = {
      F: at(shape.centreHip.x, crotchLine),
      G: shape.centreHip,
      H: shape.sideHip,
      J: shape.fork,
      K: shape.centreWaist,
      L: shape.sideWaist,
      M: at(shape.knee, shape.kneeLevel),
      N: at(-shape.knee, shape.kneeLevel),
      P: at(shape.hem, shape.hemLevel),
      Q: at(-shape.hem, shape.hemLevel),
    };
    const named = Object.entries(points).map(([letter, p]): [string, Point] => [letter + mark, p]);
    return Object.fromEntries([
      ...named,
      ...darts.flatMap(({ centre, point }, i): [string, Point][] => [
        [(mark ? "TU" : "RS").charAt(i), centre],
        [`${(mark ? "TU" : "RS").charAt(i)}2`, point],
      ]),
    ]);
  };
  const { shape } = front;
  return {
    A: at(0, 0),
    B: at(0, shape.sideHip.y),
    C: at(0, crotchLine),
    D: at(0, shape.kneeLevel),
    E: at(0, shape.hemLevel),
    ...of(front, ""),
    ...of(back, "1"),
  };
}
