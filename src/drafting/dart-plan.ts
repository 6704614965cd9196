/** How many darts share the waist reduction of a half skirt, and what share of it each takes. */
export interface DartPlan {
  readonly back: number;
  readonly front: number;
  readonly share: number;
}

const toHalf = (value: number): number => Math.round(value * 2) / 2;

/** The width of each dart, rounded to a half centimetre. */
export const dartWidthOf = ({ back, front, share }: DartPlan, reduction: number): number =>
  back + front === 0 ? 0 : toHalf(reduction / share);

/** The share of a plan: the side seam takes as much as two darts, as three where there are three or more. */
const planOf = (back: number, front: number): DartPlan => ({
  back,
  front,
  share: back + front + (back + front < 3 ? 2 : 3),
});

/** The table of the lesson on the number of darts, which ends at 6 and 19 cm; null beyond it. */
export const lessonPlan = (reduction: number): DartPlan | null => {
  if (reduction < 6 || reduction > 19) return null;
  if (reduction < 9) return planOf(1, 1);
  return planOf(2, reduction < 17 ? 1 : 2);
};

/** What a dart and each side of a side seam can take before the cloth bulges, in centimetres. */
const MAX_DART = 4;
const MAX_SIDE = 6;
/** The smallest and the largest reduction that is drafted, in centimetres on the half. */
const LIMITS = [-6, 24] as const;

export type PlanFailure =
  | "waist-beyond-hip"
  | "waist-far-from-hip"
  | "too-few-darts"
  | "too-many-darts";

/**
 * The darts for any body. It continues the table of the lessons at both ends: a body that is nearly straight has no
 * darts, as the lesson says, and its side seam takes what there is; beyond 19 cm darts and side seam share what is
 * more, up to the width that still can be pressed flat (own, with the limits of the lessons a little wider).
 * @param back the number of darts that the person wants in each half; null: as many as the body needs
 */
export const dartPlan = (
  reduction: number,
  back: number | null,
  front: number | null,
): DartPlan | PlanFailure => {
  if (reduction < LIMITS[0]) return "waist-beyond-hip";
  if (reduction > LIMITS[1]) return "waist-far-from-hip";
  const own = lessonPlan(reduction) ?? (reduction < 6 ? planOf(0, 0) : planOf(2, 2));
  const plan = back === null && front === null ? own : planOf(back ?? own.back, front ?? own.front);
  if (plan.back + plan.front === 0)
    return reduction / 2 > MAX_SIDE ? "too-few-darts" : { ...plan, share: 1 };
  const width = dartWidthOf(plan, reduction);
  if (width < 1) return "too-many-darts";
  const side = (reduction - (plan.back + plan.front) * width) / 2;
  return width > MAX_DART || side > MAX_SIDE ? "too-few-darts" : plan;
};
