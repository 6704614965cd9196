type FieldUnit = "cm" | "kg" | "deg";

interface Field {
  readonly unit: FieldUnit;
  /** A value outside of this range is questioned, but never refused. */
  readonly usual: readonly [min: number, max: number];
}

const cm = (min: number, max: number): Field => ({ unit: "cm", usual: [min, max] });
const kg = (min: number, max: number): Field => ({ unit: "kg", usual: [min, max] });
const deg = (min: number, max: number): Field => ({ unit: "deg", usual: [min, max] });

/**
 * The body measurements by group, in the order in which they are taken. The usual ranges are those
 * of people from school age to the largest sizes of pattern tables.
 */
const groups = {
  general: {
    height: cm(80, 220),
    body_mass: kg(10, 200),
  },
  girth: {
    head_girth: cm(45, 65),
    neck_girth: cm(24, 55),
    neck_base_girth: cm(28, 62),
    upper_chest_girth: cm(50, 160),
    bust_girth: cm(50, 170),
    under_bust_girth: cm(45, 160),
    waist_girth: cm(45, 170),
    top_hip_girth: cm(50, 180),
    hip_girth: cm(55, 190),
    armscye_girth: cm(25, 65),
    upper_arm_girth: cm(15, 60),
    elbow_girth: cm(15, 50),
    wrist_girth: cm(10, 28),
    thigh_girth: cm(30, 100),
    knee_girth: cm(22, 70),
    calf_girth: cm(18, 65),
    ankle_girth: cm(15, 40),
    heel_girth: cm(22, 45),
  },
  torso: {
    bust_front_arc: cm(25, 90),
    bust_point_distance: cm(10, 32),
    side_neck_to_bust_point: cm(15, 50),
    side_neck_to_waist_front: cm(25, 70),
    front_neck_to_waist: cm(20, 60),
    back_neck_to_waist: cm(22, 60),
    side_neck_to_waist_back: cm(24, 65),
    scye_depth: cm(10, 35),
    back_waist_arc: cm(20, 90),
    back_seat_arc: cm(26, 105),
  },
  shoulder: {
    across_back_shoulder_width: cm(24, 60),
    shoulder_length: cm(7, 20),
    across_front_width: cm(20, 55),
    across_back_width: cm(20, 60),
    shoulder_slope: deg(5, 40),
  },
  arm: {
    upper_arm_length: cm(15, 50),
    outer_arm_length: cm(28, 85),
    back_neck_to_wrist: cm(40, 115),
  },
  leg: {
    inside_leg: cm(30, 110),
    waist_to_floor: cm(45, 140),
    waist_to_top_hip: cm(4, 22),
    waist_to_hip: cm(8, 35),
    waist_to_knee: cm(28, 80),
    body_rise: cm(14, 45),
    total_crotch_length: cm(35, 120),
    front_crotch_length: cm(17, 65),
  },
} as const satisfies Record<string, Record<string, Field>>;

type Groups = typeof groups;
export type GroupKey = keyof Groups;
/** The name of a field, also in the contract. */
export type FieldKey = { [Group in GroupKey]: keyof Groups[Group] }[GroupKey];

/** The groups with the names of their fields. */
export const GROUPS = Object.entries(groups).map(([key, members]) => ({
  key: key as GroupKey,
  fields: Object.keys(members) as FieldKey[],
}));

export const FIELDS = Object.assign({}, ...Object.values(groups)) as Readonly<
  Record<FieldKey, Field>
>;

export const FIELD_KEYS: readonly FieldKey[] = GROUPS.flatMap(({ fields }) => fields);

/** Fields that joined the others later. A school of before refuses a table that has one. */
export const LATER_FIELDS: readonly FieldKey[] = [
  "back_waist_arc",
  "back_seat_arc",
  "waist_to_top_hip",
];

/** Whether a text is the name of a measurement field. */
export const isField = (name: string): name is FieldKey => Object.hasOwn(FIELDS, name);

/** Measured values in centimetres, kilograms or degrees, with one decimal; null: not measured. */
export type Values = Readonly<Partial<Record<FieldKey, number | null>>>;

/** The unit in which lengths are shown. */
export type Units = "cm" | "in";

/** Whether a value is outside the usual range, so that it may be a mistake. */
export const isUnusual = (field: FieldKey, value: number): boolean => {
  const [min, max] = FIELDS[field].usual;
  return value < min || value > max;
};
