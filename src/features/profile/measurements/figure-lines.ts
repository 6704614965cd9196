import type { FieldKey } from "../../../domain/measurements/fields.ts";
import type { View } from "./body-outline.ts";

/** Where a measure is taken: a girth around the body, or a line along it. */
export type FigureLine =
  | {
      readonly view: View;
      readonly girth: readonly [cx: number, cy: number, rx: number, ry: number, turn?: number];
    }
  | { readonly view: View; readonly path: string };

const girth = (
  cx: number,
  cy: number,
  rx: number,
  ry = 3 + rx / 12,
  turn = 0,
  view: View = "front",
): FigureLine => ({ view, girth: [cx, cy, rx, ry, turn] });

const along = (view: View, path: string): FigureLine => ({ view, path });

const WAIST_TO_HIP = "M25.6 172Q36 192 38.2 215";

/** The line of each measure, on the points of the outlines. */
export const figureLines: Readonly<Record<FieldKey, FigureLine>> = {
  height: along("front", "M-77 13V406"),
  body_mass: along("front", "M-30 410.5H30"),
  head_girth: girth(0, 33, 17.2),
  neck_girth: girth(0, 66, 9, 2.6),
  neck_base_girth: girth(0, 75, 13.5, 4.4),
  upper_chest_girth: girth(0, 115, 34.6),
  bust_girth: girth(0, 131, 35.4),
  under_bust_girth: girth(0, 147, 31.4),
  waist_girth: girth(0, 172, 25.4),
  top_hip_girth: girth(0, 193, 31.4),
  hip_girth: girth(0, 215, 38),
  armscye_girth: girth(37.4, 102, 17.6, 5, 97),
  upper_arm_girth: girth(42.6, 127, 6.4, 2.4, -14),
  elbow_girth: girth(49.8, 161.5, 5, 2, -14),
  wrist_girth: girth(63.6, 215.5, 3.9, 1.7, -14),
  thigh_girth: girth(19.6, 238, 17.4),
  knee_girth: girth(18.5, 305, 7.1, 2.6),
  calf_girth: girth(17.1, 336, 9.5, 2.9),
  ankle_girth: girth(14.2, 386, 4.2, 1.8),
  heel_girth: girth(1.8, 396, 12.4, 3.6, 38, "side"),
  bust_front_arc: along("front", "M-35.4 131Q0 144 35.4 131"),
  bust_point_distance: along("front", "M-16.5 131H16.5"),
  side_neck_to_bust_point: along("front", "M11.4 73Q14.5 104 16.5 131"),
  side_neck_to_waist_front: along("front", "M11.4 73Q15 104 16.5 131Q15.5 156 13 176"),
  front_neck_to_waist: along("front", "M0 79V177"),
  back_neck_to_waist: along("back", "M0 74V173"),
  side_neck_to_waist_back: along("back", "M11.4 73Q13 120 12 173"),
  scye_depth: along("back", "M0 74V119"),
  back_waist_arc: along("back", "M-25.4 172Q0 182 25.4 172"),
  back_seat_arc: along("back", "M-38 215Q0 230 38 215"),
  across_back_shoulder_width: along("back", "M-37 86Q-18 80 0 74Q18 80 37 86"),
  shoulder_length: along("front", "M11.4 73L37 86"),
  across_front_width: along("front", "M-33 104Q0 107 33 104"),
  across_back_width: along("back", "M-33.5 106H33.5"),
  shoulder_slope: along("front", "M44 73H11.4L37 86M34 73.5Q33.4 79.5 31 83"),
  upper_arm_length: along("front", "M37 86Q47 122 54.2 160"),
  outer_arm_length: along("front", "M37 86Q47 122 54.2 160Q60 184 66.8 214"),
  back_neck_to_wrist: along("back", "M0 74Q18 80 37 86Q47 122 54.2 160Q60 184 66.8 214"),
  inside_leg: along("front", "M0 229V406"),
  waist_to_floor: along("front", `${WAIST_TO_HIP}V406`),
  waist_to_top_hip: along("front", "M25.6 172Q31.6 182 33 193"),
  waist_to_hip: along("front", WAIST_TO_HIP),
  waist_to_knee: along("front", `${WAIST_TO_HIP}V305`),
  body_rise: along("side", "M-1 172Q3 200 1 229"),
  total_crotch_length: along(
    "side",
    "M-13.8 172C-17.5 192-17.5 206-14 217C-10 230-2 231 3 230.5C14 232 20 228 23 216C23.5 198 13 188 10.2 172",
  ),
  front_crotch_length: along("side", "M-13.8 172C-17.5 192-17.5 206-14 217C-10 230-4 231 1 230.6"),
};
