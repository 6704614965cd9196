/**
 * Published size tables, in centimetres unless a name says inches: facts alone, as far as they could be read.
 * Each is a list of rows of fields; the first is the name of the size.
 */

import type { FieldKey } from "../../../src/domain/measurements/fields.ts";

export interface SizeRow {
  readonly table: string;
  readonly size: string;
  readonly sex: "woman" | "man";
  readonly values: Readonly<Partial<Record<FieldKey, number>>>;
}

const inches = (list: readonly number[]): number[] => list.map((value) => value * 2.54);

const rowsOf = (
  table: string,
  sex: SizeRow["sex"],
  sizes: readonly string[],
  columns: Readonly<Partial<Record<FieldKey, readonly number[]>>>,
): SizeRow[] =>
  sizes.map((size, i) => ({
    table,
    size,
    sex,
    values: Object.fromEntries(
      Object.entries(columns).flatMap(([field, list]) => {
        const value = list[i];
        return value === undefined ? [] : [[field, value]];
      }),
    ),
  }));

/**
 * Winifred Aldrich, "Metric Pattern Cutting for Women's Wear", sixth edition: standard (mature) figure, BS EN 13402-3.
 * Read at patterngrader.com, "Women's Standard Sizing".
 */
const aldrich = rowsOf(
  "Aldrich, women",
  "woman",
  ["6", "8", "10", "12", "14", "16", "18", "20", "22", "24"],
  {
    bust_girth: [80, 84, 88, 92, 96, 100, 104, 110, 116, 122],
    waist_girth: [64, 68, 72, 76, 80, 84, 88, 94, 100, 106],
    hip_girth: [88, 92, 96, 100, 104, 108, 112, 118, 124, 132],
    across_back_width: [32.4, 33.4, 34.4, 35.4, 36.4, 37.4, 38.4, 39.8, 41.2, 42.6],
    across_front_width: [30, 31.2, 32.4, 33.6, 34.8, 36, 37.2, 39, 40.8, 42.6],
    shoulder_length: [11.8, 12, 12.2, 12.5, 12.8, 13, 13.3, 13.6, 13.9, 14.2],
    neck_base_girth: [35, 36, 37, 38, 39, 40, 41, 42, 43, 44],
  },
);

/** The column "Dart" of the same table, by its sizes. */
export const ALDRICH_DARTS: readonly number[] = [5.8, 6.4, 7, 7.6, 8.2, 8.8, 9.4, 10, 10.6, 11.2];

/** ASTM D5585-11e1, adult female misses figure type, sizes 00 to 20, table 1 in inches, curvy and straight waists. */
const astm = (shape: string, waists: readonly number[]) =>
  rowsOf(
    `ASTM D5585, ${shape}`,
    "woman",
    ["00", "0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20"],
    {
      bust_girth: inches([
        31.125, 31.75, 33, 34.125, 35.25, 36.25, 37.25, 38.75, 40.375, 42.125, 44, 46,
      ]),
      upper_chest_girth: inches([
        31.75, 32.25, 33.25, 34.125, 35, 35.875, 36.75, 38, 39.25, 40.625, 42.25, 43.875,
      ]),
      neck_base_girth: inches([
        13.25, 13.5, 13.75, 14, 14.25, 14.625, 14.875, 15.125, 15.5, 15.75, 16, 16.375,
      ]),
      waist_girth: inches(waists),
    },
  );
const CURVY = [23.875, 24.625, 25.375, 26.125, 27, 28, 29, 30.75, 32.5, 34.5, 36.75, 39];
const STRAIGHT = CURVY.map((waist) => waist + 1.5);

/** The pattern companies' figure type "Women" in inches, as collected at sewingscholar.blogspot.com in February 2011. */
const companies = rowsOf(
  "Pattern companies, women",
  "woman",
  ["36", "40", "42", "44", "46", "48", "50"],
  {
    bust_girth: inches([42, 44, 46, 48, 50, 52, 54]),
    waist_girth: inches([35, 37, 39, 41.5, 44, 46.5, 49]),
    hip_girth: inches([44, 46, 48, 50, 52, 54, 56]),
    back_neck_to_waist: inches([17.25, 17.375, 17.5, 17.625, 17.75, 17.875, 18]),
  },
);

/**
 * FreeSewing's models (package `@freesewing/models` 4, MIT): the values of one woman and one man, and by which part
 * of the neck's change each field changes. What it marks as an estimate is left out.
 */
const FREESEWING: Readonly<
  Partial<Record<FieldKey, readonly [woman: number, man: number, ratio: number]>>
> = {
  upper_arm_girth: [27, 35, 1],
  bust_girth: [92.5, 100, 1],
  total_crotch_length: [74, 87, 0.6],
  front_crotch_length: [37, 41, 0.6],
  body_rise: [27, 34, 0.65],
  heel_girth: [31.5, 36, 0.25],
  upper_chest_girth: [86.5, 103, 1],
  side_neck_to_bust_point: [27.5, 28, 0.65],
  side_neck_to_waist_back: [39.5, 47, 0.65],
  inside_leg: [76.5, 78, 0.25],
  knee_girth: [38, 41, 0.65],
  neck_base_girth: [34, 38, 1],
  hip_girth: [101, 102, 0.6],
  shoulder_slope: [13, 13, 0],
  upper_arm_length: [34, 36, 0.5],
  across_back_shoulder_width: [41.5, 45, 0.65],
  outer_arm_length: [59, 63, 0.3],
  thigh_girth: [57, 62.5, 0.45],
  waist_girth: [75, 81, 0.85],
  waist_to_floor: [105, 116, 0.4],
  waist_to_knee: [60, 64, 0.65],
  waist_to_hip: [25, 27, 0.65],
  wrist_girth: [16.5, 17.5, 0.5],
};

const freesewing = (sex: SizeRow["sex"], necks: readonly number[]): SizeRow[] =>
  necks.map((neck) => ({
    table: sex === "woman" ? "FreeSewing, women" : "FreeSewing, men",
    size: String(neck),
    sex,
    values: Object.fromEntries(
      Object.entries(FREESEWING).map(([field, [woman, man, ratio]]) => {
        const [base, own] = sex === "woman" ? [34, woman] : [38, man];
        return [field, own + (neck / base - 1) * own * ratio];
      }),
    ),
  }));

/** All sizes of all tables. */
export const SIZE_ROWS: readonly SizeRow[] = [
  ...aldrich,
  ...astm("curvy", CURVY),
  ...astm("straight", STRAIGHT),
  ...companies,
  ...freesewing("woman", [28, 30, 32, 34, 36, 38, 40, 42, 44, 46]),
  ...freesewing("man", [34, 36, 38, 40, 42, 44, 46, 48]),
];
