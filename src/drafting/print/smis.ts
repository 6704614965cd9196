import type { FieldKey, Units, Values } from "../../domain/measurements/fields.ts";
import { FIELD_KEYS, FIELDS } from "../../domain/measurements/fields.ts";
import { escapeXml } from "../../lib/escape-xml.ts";

/** The version of the format: `individual_size_measurements/v0.3.4.xsd` of Seamly2D. */
const VERSION = "0.3.4";
/** The pattern making system: none. */
const NO_SYSTEM = 998;
const CENTIMETRES_PER_INCH = 2.54;

/** The names of Seamly's list of measurements. Its mark `@` is for measurements that are not in the list. */
const SEAMLY_NAMES: Readonly<Partial<Record<FieldKey, string>>> = {
  height: "height",
  head_girth: "head_circ",
  neck_girth: "neck_mid_circ",
  neck_base_girth: "neck_circ",
  upper_chest_girth: "highbust_circ",
  bust_girth: "bust_circ",
  under_bust_girth: "lowbust_circ",
  waist_girth: "waist_circ",
  top_hip_girth: "highhip_circ",
  hip_girth: "hip_circ",
  armscye_girth: "armscye_circ",
  upper_arm_girth: "arm_upper_circ",
  elbow_girth: "arm_elbow_circ_bent",
  wrist_girth: "arm_wrist_circ",
  thigh_girth: "leg_thigh_upper_circ",
  knee_girth: "leg_knee_circ",
  calf_girth: "leg_calf_circ",
  ankle_girth: "leg_ankle_circ",
  heel_girth: "leg_ankle_diag_circ",
  bust_front_arc: "bust_arc_f",
  bust_point_distance: "bustpoint_to_bustpoint",
  side_neck_to_bust_point: "bustpoint_to_neck_side",
  side_neck_to_waist_front: "neck_side_to_waist_f",
  front_neck_to_waist: "neck_front_to_waist_f",
  back_neck_to_waist: "neck_back_to_waist_b",
  side_neck_to_waist_back: "neck_side_to_waist_b",
  back_waist_arc: "waist_arc_b",
  back_seat_arc: "hip_arc_b",
  shoulder_length: "shoulder_length",
  across_front_width: "across_chest_f",
  across_back_width: "across_back_b",
  shoulder_slope: "shoulder_slope_neck_side_angle",
  upper_arm_length: "arm_shoulder_tip_to_elbow_bent",
  outer_arm_length: "arm_shoulder_tip_to_wrist_bent",
  back_neck_to_wrist: "arm_neck_back_to_wrist_bent",
  inside_leg: "leg_crotch_to_floor",
  waist_to_floor: "leg_waist_side_to_floor",
  waist_to_top_hip: "waist_to_highhip_side",
  waist_to_hip: "waist_to_hip_side",
  waist_to_knee: "leg_waist_side_to_knee",
  body_rise: "rise_length_side_sitting",
  total_crotch_length: "crotch_length",
  front_crotch_length: "crotch_length_f",
};

const THOUSANDTHS = 1000;

const valueIn = (field: FieldKey, value: number, units: Units): number => {
  const isInches = units === "in" && FIELDS[field].unit === "cm";
  const shown = isInches ? value / CENTIMETRES_PER_INCH : value;
  return Math.round(shown * THOUSANDTHS) / THOUSANDTHS;
};

interface SmisTable {
  readonly name: string;
  readonly units: Units;
  readonly values: Values;
}

/**
 * A measurement table as Seamly2D's file of individual measurements (`.smis`). Seamly has no mass. Measures that
 * its list has not, or takes in another way, are custom ones under our name.
 * @param nameOf the name of a measure in the person's language
 */
export const writeSmis = (
  { name, units, values }: SmisTable,
  nameOf: (field: FieldKey) => string,
): string => {
  const measures = FIELD_KEYS.flatMap((field) => {
    const value = values[field];
    if (typeof value !== "number" || !Number.isFinite(value) || FIELDS[field].unit === "kg")
      return [];
    const seamlyName = SEAMLY_NAMES[field];
    const fullName = seamlyName === undefined ? ` full_name="${escapeXml(nameOf(field))}"` : "";
    const shown = valueIn(field, value, units);
    return [`        <m name="${seamlyName ?? `@${field}`}" value="${shown}"${fullName}/>`];
  });
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<smis>",
    `    <version>${VERSION}</version>`,
    "    <read-only>false</read-only>",
    `    <notes>${escapeXml(name)}</notes>`,
    `    <unit>${units === "in" ? "inch" : "cm"}</unit>`,
    `    <pm_system>${NO_SYSTEM}</pm_system>`,
    "    <personal>",
    "        <family-name></family-name>",
    `        <given-name>${escapeXml(name)}</given-name>`,
    // The format wants a date; this one is what Seamly writes for an unknown birthday.
    "        <birth-date>1800-01-01</birth-date>",
    "        <gender>unknown</gender>",
    "        <email></email>",
    "    </personal>",
    "    <body-measurements>",
    ...measures,
    "    </body-measurements>",
    "</smis>",
  ].join("\n")}\n`;
};
