import type { FieldKey } from "../../domain/measurements/fields.ts";
import type { DraftProblem, Measures, OptionValues } from "../block.ts";

/** From least to most, in centimetres. */
type Range = readonly [least: number, most: number];

/**
 * What measures should be beside each other, in centimetres, on one body that stands and sits upright:
 * ranges wide enough for all of the published size tables. A measure that the table has not is not asked about.
 */
const rangesOf = (m: Partial<Measures>): Readonly<Partial<Record<FieldKey, Range>>> => {
  const { hip_girth: hip = 0, body_rise: rise = 0, waist_to_floor: floor = 0 } = m;
  const { total_crotch_length: crotch = 0 } = m;
  return {
    // A rise that was taken to the floor of the chair, or a hip at the thighs.
    body_rise: [floor * 0.19, floor * 0.36],
    waist_to_hip: [rise * 0.45, rise * 0.92],
    waist_to_knee: [floor * 0.5, floor * 0.62],
    // Outside leg without the rise is the inside leg.
    inside_leg: [floor - rise - 7, floor - rise + 7],
    ...(crotch > 0 && { front_crotch_length: [crotch * 0.4, crotch * 0.56] }),
    thigh_girth: [hip * 0.45, hip * 0.72],
  };
};

/** How wide knee and hem of the block are, round the leg. */
const widthOf = (m: Partial<Measures>, base: number, wider: number): number =>
  (m.hip_girth ?? 0) / 4 + base + wider;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Measures of a leg that do not go together, or that the trousers do not pass over.
 * @param crotchReach crotch lengths that the draft can be made to fit; null if it cannot be drafted
 */
export const trousersDoubts = (
  measures: Measures,
  options: OptionValues,
  crotchReach: Range | null,
): readonly DraftProblem[] => {
  const given: Partial<Measures> = measures;
  const ranges: Partial<Record<FieldKey, Range>> = {
    ...rangesOf(given),
    ...(crotchReach && { total_crotch_length: crotchReach }),
    knee_girth: [0, widthOf(given, 25, Number(options.kneeWider)) - 3],
    heel_girth: [0, widthOf(given, 20, Number(options.hemWider)) - 1],
  };
  return Object.entries(ranges).flatMap(([name, [least, most]]): DraftProblem[] => {
    const field = name as FieldKey;
    const value = given[field];
    if (value === undefined || (value >= least && value <= most)) return [];
    return [{ kind: "unusual", field, usual: [tenth(least), tenth(most)] }];
  });
};
