import { at, type Point } from "../geometry.ts";
import type { draftSkirt } from "../skirt.ts";
import type { View } from "./drawing.ts";

/** What the figures of the skirt show. */
export type SkirtDraft = ReturnType<typeof draftSkirt>;

/** The width of the frame for which the scales of the views are chosen, in centimetres. */
const USUAL_WIDTH = 50;

/** Enlarges the drawing of a narrow skirt, so that its texts have the same room. */
export const roomy = (scale: number, width: number): number =>
  scale * Math.max(1, USUAL_WIDTH / width);

/** The whole sheet, waist to hem. */
export const wholeView = ({ numbers, measures }: SkirtDraft): View => ({
  left: 0,
  top: 0,
  right: numbers.halfHip,
  bottom: measures.skirtLength,
  scale: roomy(6, numbers.halfHip),
  margin: 40,
});

/** The sheet down to a little below the hip line. */
export const topView = ({ numbers, measures }: SkirtDraft, scale = 9.5): View => ({
  left: 0,
  top: -3,
  right: numbers.halfHip,
  bottom: measures.waistToHip + 3,
  scale: roomy(scale, numbers.halfHip),
  margin: 40,
});

/** A lettered point of the draft. */
export const pointOf = ({ points }: SkirtDraft, letter: string): Point => {
  const point = points[letter];
  if (!point) throw new RangeError(`the skirt has no point ${letter}`);
  return point;
};

/** Those of the letters that this draft has: a body may need one dart more or less. */
export const lettersOf = ({ points }: SkirtDraft, letters: string): string[] =>
  [...letters].filter((letter) => letter in points);

/** Converts a point from the front's own frame to the sheet, where the centre front is on the right. */
export const toFront =
  ({ numbers }: SkirtDraft) =>
  ({ x, y }: Point): Point =>
    at(numbers.halfHip - x, y);
