import { FIELD_KEYS, type FieldKey } from "../../../src/domain/measurements/fields.ts";
import { toTenths } from "../../../src/domain/measurements/format-measure.ts";
import { SIZE_ROWS, type SizeRow } from "./size-tables.ts";

export interface Body {
  /** Table, size and number: "Aldrich, women 14 (37)". */
  readonly name: string;
  readonly values: Readonly<Record<FieldKey, number>>;
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/**
 * All fields of a body: those of the table, and the others in the proportions of the body that the lessons draft
 * for (bust 90, waist 70, hip 96), with the steps between sizes that Aldrich's table has.
 * @param stature taller or shorter than the table
 */
const complete = (
  { values: own, sex }: SizeRow,
  stature: number,
): Readonly<Record<FieldKey, number>> => {
  const isWoman = sex === "woman";
  const bust = own.bust_girth ?? 90;
  const beyond = bust - 90;
  const waist = own.waist_girth ?? bust * 0.8;
  const hip = own.hip_girth ?? bust + 6;
  const neckBase = own.neck_base_girth ?? 37 + beyond / 4;
  const slope = own.shoulder_slope ?? 22;
  const neckWidth = neckBase / 5;
  const flat = Math.cos((slope * Math.PI) / 180);
  const span = own.across_back_shoulder_width;
  const shoulder =
    own.shoulder_length ?? (span ? (span / 2 - neckWidth) / flat : 12.5 + beyond * 0.03);
  const acrossBack = own.across_back_width ?? (span ? span * 0.88 : 35 + beyond / 4);
  const acrossFront = own.across_front_width ?? (span ? span * 0.84 : 33 + beyond * 0.3);
  const sideNeckBack = own.side_neck_to_waist_back;
  const backNeck =
    own.back_neck_to_waist ?? (sideNeckBack ? sideNeckBack - 1.5 : 41 * stature + beyond / 8);
  const arm = own.upper_arm_girth ?? 28.5 + beyond * 0.3;
  const arms = own.outer_arm_length ?? 58.5 * stature;
  const knee = own.knee_girth ?? 37 + (hip - 96) * 0.25;
  const floor = own.waist_to_floor ?? 104 * stature;
  const rise = own.body_rise ?? 28 * stature + (hip - 96) * 0.1;
  const crotch = own.total_crotch_length ?? rise * 2 + hip / 6;
  const frontToWaist = backNeck + (isWoman ? 2.5 + beyond * 0.06 : 0);
  return {
    height: floor * (isWoman ? 1.59 : 1.54),
    body_mass: 62 * (bust / 92) ** 2 * stature,
    head_girth: 56,
    neck_girth: neckBase * 0.93,
    neck_base_girth: neckBase,
    upper_chest_girth: bust * (isWoman ? 0.96 : 1.02),
    bust_girth: bust,
    under_bust_girth: bust * (isWoman ? 0.84 : 0.95),
    waist_girth: waist,
    top_hip_girth: (waist + hip) / 2 + 2,
    hip_girth: hip,
    armscye_girth: bust * 0.45,
    upper_arm_girth: arm,
    elbow_girth: arm * 0.92,
    wrist_girth: 16 + beyond * 0.06,
    thigh_girth: hip * 0.58,
    knee_girth: knee,
    calf_girth: knee * 0.96,
    ankle_girth: 24 + beyond * 0.06,
    heel_girth: 31.5,
    bust_front_arc: bust * (isWoman ? 0.53 : 0.51),
    back_waist_arc: waist * 0.49,
    back_seat_arc: hip * 0.52,
    waist_to_top_hip: 10.5 * stature,
    bust_point_distance: bust / 5,
    side_neck_to_bust_point: 27 * stature + beyond * 0.12,
    side_neck_to_waist_front: frontToWaist,
    front_neck_to_waist: frontToWaist - neckWidth - 1,
    back_neck_to_waist: backNeck,
    side_neck_to_waist_back: backNeck + 1.5,
    scye_depth: 21 * stature + beyond * 0.1 + (isWoman ? 0 : 1),
    across_back_shoulder_width: 2 * (neckWidth + shoulder * flat),
    shoulder_length: shoulder,
    across_front_width: acrossFront,
    across_back_width: acrossBack,
    shoulder_slope: slope,
    upper_arm_length: arms * 0.58,
    outer_arm_length: arms,
    back_neck_to_wrist: neckWidth + shoulder + arms,
    inside_leg: floor - rise,
    waist_to_floor: floor,
    waist_to_hip: 20.6 * stature,
    waist_to_knee: 58.5 * stature,
    body_rise: rise,
    total_crotch_length: crotch,
    front_crotch_length: crotch * 0.48,
    ...own,
  };
};

/** By how much people of one size differ, as a share: one standard deviation. Other fields have `ANY`. */
const SPREAD: Readonly<Partial<Record<FieldKey, number>>> = {
  waist_girth: 0.05,
  hip_girth: 0.03,
  bust_girth: 0.03,
  shoulder_slope: 0.12,
  waist_to_hip: 0.06,
  bust_point_distance: 0.04,
};
const ANY = 0.015;

const bodyOf = (row: SizeRow, number: number): Body => {
  const random = randomFrom(number);
  // The sum of three even numbers is near enough to the normal distribution, and has ends.
  const normal = (): number => (random() + random() + random() - 1.5) * 2;
  const stature = 1 + normal() * 0.035;
  const values = complete(row, stature);
  const varied = Object.fromEntries(
    FIELD_KEYS.map((field) => [
      field,
      toTenths(values[field] * (1 + normal() * (SPREAD[field] ?? ANY))),
    ]),
  );
  return {
    name: `${row.table} ${row.size} (${number})`,
    values: varied as Record<FieldKey, number>,
  };
};

/** Two thousand bodies: the sizes of published tables, each with the variation between people. Always the same. */
export const BODIES: readonly Body[] = Array.from({ length: 2000 }, (_, number) =>
  bodyOf(SIZE_ROWS[number % SIZE_ROWS.length] as SizeRow, number),
);
