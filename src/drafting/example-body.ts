import type { Values } from "../domain/measurements/fields.ts";

/** The body for which the lessons draft. All of their examples are of this one. */
export const EXAMPLE_BODY = {
  upper_chest_girth: 85.5,
  bust_girth: 90,
  waist_girth: 70,
  hip_girth: 96,
  neck_base_girth: 37,
  back_neck_to_waist: 41,
  scye_depth: 21,
  across_back_width: 35,
  across_front_width: 33,
  shoulder_length: 12.5,
  shoulder_slope: 22,
  bust_point_distance: 18,
  side_neck_to_bust_point: 27,
  side_neck_to_waist_front: 43.5,
  upper_arm_girth: 28,
  wrist_girth: 16,
  upper_arm_length: 34,
  outer_arm_length: 59,
  waist_to_hip: 20,
  waist_to_knee: 59,
  waist_to_floor: 104,
  body_rise: 27,
} as const satisfies Values;
