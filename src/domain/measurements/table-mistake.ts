import { FIELD_KEYS, FIELDS, type FieldKey, isUnusual, type Values } from "./fields.ts";
import { toTenths } from "./format-measure.ts";

/**
 * What is wrong with a table as a whole: its lengths are in another unit than it says, or waist and hips are
 * exchanged.
 */
export type TableMistake = "inches" | "centimetres" | "millimetres" | "exchanged";

/** What the lengths must be multiplied with. */
const FACTORS = { inches: 2.54, centimetres: 1 / 2.54, millimetres: 0.1 } as const;

/** With fewer lengths nothing can be said of all of them. */
const LEAST_LENGTHS = 3;
/** Shares of the lengths; own, so that no body of a published size table is asked about, and each one in another unit is. */
const UNUSUAL_SHARE = 0.5;
const MENDED_SHARE = 0.9;

/** A waist is rarely that much wider than the hips; own. */
const WAIST_OF_HIPS = 1.12;

const lengthsOf = (values: Values): readonly (readonly [FieldKey, number])[] =>
  FIELD_KEYS.flatMap((field) => {
    const value = values[field] ?? null;
    return value === null || FIELDS[field].unit !== "cm" ? [] : [[field, value] as const];
  });

const scaled = (values: Values, factor: number): Values => ({
  ...values,
  ...Object.fromEntries(
    lengthsOf(values).map(([field, value]) => [field, toTenths(value * factor)]),
  ),
});

/** The share of lengths outside of what is usual. */
const unusualShare = (values: Values): number => {
  const lengths = lengthsOf(values);
  return lengths.filter(([field, value]) => isUnusual(field, value)).length / lengths.length;
};

/**
 * Recognises a mistake that goes through a whole table, and mends it.
 * @param values centimetres, kilograms or degrees, as the table has them
 * @returns the mistake and the table without it; null if there is none
 */
export const tableMistake = (
  values: Values,
): { readonly mistake: TableMistake; readonly mended: Values } | null => {
  if (lengthsOf(values).length >= LEAST_LENGTHS && unusualShare(values) >= UNUSUAL_SHARE) {
    for (const [mistake, factor] of Object.entries(FACTORS)) {
      const mended = scaled(values, factor);
      if (unusualShare(mended) <= 1 - MENDED_SHARE)
        return { mistake: mistake as keyof typeof FACTORS, mended };
    }
  }
  const { waist_girth: waist, hip_girth: hip } = values;
  if (waist != null && hip != null && waist > hip * WAIST_OF_HIPS)
    return { mistake: "exchanged", mended: { ...values, waist_girth: hip, hip_girth: waist } };
  return null;
};
