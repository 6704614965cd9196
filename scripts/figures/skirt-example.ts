import { at, type Point } from "../../src/drafting/geometry.ts";
import { draftSkirt, EXAMPLE_SKIRT } from "../../src/drafting/skirt.ts";
import type { View } from "./svg.ts";

/** The skirt of the lessons' example body, which all step figures show. */
export const example = draftSkirt(EXAMPLE_SKIRT);

export const WIDTH = example.numbers.halfHip;

/** The whole sheet, waist to hem. */
export const WHOLE: View = { left: 0, top: 0, right: WIDTH, bottom: 60, scale: 6, margin: 40 };

/** The sheet down to a little below the hip line. */
export const TOP: View = { left: 0, top: -3, right: WIDTH, bottom: 23, scale: 9.5, margin: 40 };

/** A lettered point of the example. */
export function p(letter: string): Point {
  const point = example.points[letter];
  if (!point) throw new Error(`the example skirt has no point ${letter}`);
  return point;
}

/** Converts a point from the front's own frame to the sheet, where the centre front is on the right. */
export const toFront = ({ x, y }: Point): Point => at(WIDTH - x, y);

/** A number as a figure writes it: at most one decimal, or two where the step works with quarters. */
export const figure = (value: number, decimals: 1 | 2 = 1): string =>
  String(Math.round(value * 10 ** decimals) / 10 ** decimals);

export const cm = (value: number, decimals: 1 | 2 = 1): string => `${figure(value, decimals)} cm`;
