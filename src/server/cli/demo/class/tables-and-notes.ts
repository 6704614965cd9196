import type { FieldKey, Units } from "../../../../domain/measurements/fields.ts";
import { daysAgo, type RelativeTime } from "./relative-time.ts";

export interface DemoTable {
  username: string;
  name: string;
  units: Units;
  isDefault?: boolean;
  updated: RelativeTime;
  /** In centimetres and degrees. */
  values: Partial<Record<FieldKey, number>>;
}

export const DEMO_TABLES: readonly DemoTable[] = [
  {
    username: "student",
    name: "Me, in spring",
    units: "cm",
    updated: daysAgo(44, "17:00"),
    values: {
      height: 168,
      bust_girth: 90.5,
      under_bust_girth: 76,
      waist_girth: 71,
      hip_girth: 97,
      waist_to_hip: 20,
      waist_to_knee: 58,
    },
  },
  {
    username: "student",
    name: "My sister Tamar",
    units: "cm",
    updated: daysAgo(17, "19:40"),
    values: {
      height: 164,
      bust_girth: 92.5,
      waist_girth: 71,
      hip_girth: 98,
      waist_to_hip: 20,
      back_neck_to_waist: 40.5,
      across_back_width: 34,
      shoulder_length: 12.5,
      outer_arm_length: 58,
    },
  },
  {
    username: "student",
    name: "Me",
    units: "cm",
    isDefault: true,
    updated: daysAgo(8, "18:20"),
    values: {
      height: 168,
      head_girth: 56,
      neck_girth: 34.5,
      bust_girth: 91,
      under_bust_girth: 76.5,
      waist_girth: 72.5,
      top_hip_girth: 88,
      hip_girth: 98,
      upper_arm_girth: 28,
      wrist_girth: 15.5,
      bust_point_distance: 18.5,
      side_neck_to_bust_point: 26.5,
      side_neck_to_waist_front: 44,
      front_neck_to_waist: 35.5,
      back_neck_to_waist: 40.5,
      scye_depth: 20.5,
      across_front_width: 32,
      across_back_width: 34.5,
      shoulder_length: 12.3,
      shoulder_slope: 21,
      outer_arm_length: 59,
      waist_to_hip: 20,
      waist_to_knee: 58.5,
      waist_to_floor: 104,
      body_rise: 26.5,
    },
  },
  {
    username: "jonas",
    name: "Eigene Maße",
    units: "cm",
    isDefault: true,
    updated: daysAgo(20, "21:00"),
    values: { height: 192, waist_girth: 88, hip_girth: 104, waist_to_hip: 21.5, waist_to_knee: 66 },
  },
  {
    username: "yael",
    name: "אימא",
    units: "cm",
    isDefault: true,
    updated: daysAgo(2, "18:00"),
    values: { height: 158, bust_girth: 101, waist_girth: 86.5, hip_girth: 108, waist_to_hip: 19.5 },
  },
  {
    username: "wanjiru",
    name: "Me",
    units: "in",
    isDefault: true,
    updated: daysAgo(29, "06:00"),
    values: { height: 170.2, bust_girth: 94, waist_girth: 73.7, hip_girth: 101.6 },
  },
  {
    username: "tutor",
    name: "Dress form, size 40",
    units: "cm",
    isDefault: true,
    updated: daysAgo(50, "10:00"),
    values: {
      height: 168,
      bust_girth: 92,
      under_bust_girth: 79,
      waist_girth: 74,
      hip_girth: 98,
      waist_to_hip: 20,
      back_neck_to_waist: 41.5,
      across_back_width: 35.5,
      shoulder_length: 12.5,
    },
  },
  {
    username: "admin",
    name: "Sample for the open day",
    units: "cm",
    isDefault: true,
    updated: daysAgo(21, "12:30"),
    values: { height: 172, bust_girth: 96, waist_girth: 78, hip_girth: 102, waist_to_hip: 20.5 },
  },
];

export interface DemoNote {
  username: string;
  /** The lesson's key. */
  lesson: string;
  text: string;
  updated: RelativeTime;
}

export const DEMO_NOTES: readonly DemoNote[] = [
  {
    username: "student",
    lesson: "pattern-paper",
    text: "Wrapping paper: iron it first, no steam!",
    updated: daysAgo(40, "18:10"),
  },
  {
    username: "student",
    lesson: "seam-allowances",
    text: "1.5 cm at the side seam, 1 cm at the waist, 4 cm hem. Ask at the shop whether the lining needs the same.",
    updated: daysAgo(7, "18:45"),
  },
  {
    username: "student",
    lesson: "skirt-frame",
    text: "Half hip girth + 1 cm ease = 50. I forgot the ease the first time.",
    updated: daysAgo(1, "18:00"),
  },
  {
    username: "jonas",
    lesson: "skirt-dart-places",
    text: "Hinterer Abnäher bei mir 16,5 cm.",
    updated: daysAgo(18, "19:40"),
  },
  {
    username: "tutor",
    lesson: "practice-sheet",
    text: "What most sheets lack: a ruler in the picture, and the student's own numbers.",
    updated: daysAgo(32, "09:30"),
  },
];
