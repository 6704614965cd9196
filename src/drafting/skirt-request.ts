import type { FieldKey } from "../domain/measurements/fields.ts";
import { Result } from "../lib/result.ts";
import type { DraftProblem, Measures, OptionValues } from "./block.ts";
import { dartPlan } from "./dart-plan.ts";
import { draftSkirt, reductionOf, type SkirtDraft } from "./skirt.ts";

/** Below it no dart can be drawn. */
const LEAST_WAIST_TO_HIP = 10;
/** What a skirt has at least below the hip line. */
const LEAST_BELOW_HIP = 5;
export const GIRTHS: readonly FieldKey[] = ["waist_girth", "hip_girth"];

/** The measures of a skirt, in the order in which one takes them. */
export const SKIRT_NEEDS: readonly FieldKey[] = [...GIRTHS, "waist_to_hip"];

/** The usual waist to hips of this block: below it there is little room for darts. */
const USUAL_WAIST_TO_HIP = [14, 32] as const;
/** How much larger the hip of a body is than its waist. */
const USUAL_DIFFERENCE = [0, 42] as const;

export const unfit = (
  reason: string,
  fields: readonly FieldKey[],
  names: readonly string[],
  values: Readonly<Record<string, number>> = {},
): DraftProblem => ({ kind: "unfit", reason, fields, options: names, values });

const dartsOf = (value: number | string | undefined): number | null =>
  value === "automatic" || value === undefined ? null : Number(value);

/**
 * Drafts the block for measures and options, as all figures and styles of it do.
 * @see draftSkirt for its formulas
 */
export const skirtDraftOf = (
  measures: Measures,
  given: OptionValues,
): Result<SkirtDraft, DraftProblem> => {
  const { waist_girth: waistGirth, hip_girth: hipGirth, waist_to_hip: waistToHip } = measures;
  const skirtLength = Number(given.length);
  const waistEase = Number(given.waistEase);
  const hipEase = Number(given.hipEase);
  if (waistToHip < LEAST_WAIST_TO_HIP)
    return Result.fail(unfit("hip-too-near", ["waist_to_hip"], [], { least: LEAST_WAIST_TO_HIP }));
  if (skirtLength < waistToHip + LEAST_BELOW_HIP)
    return Result.fail(
      unfit("ends-above-hip", ["waist_to_hip"], ["length"], {
        least: waistToHip + LEAST_BELOW_HIP,
      }),
    );
  const reduction = reductionOf({ waistGirth, hipGirth }, { waistEase, hipEase });
  const plan = dartPlan(reduction, dartsOf(given.backDarts), dartsOf(given.frontDarts));
  if (typeof plan === "string") {
    const isOfDarts = plan === "too-few-darts" || plan === "too-many-darts";
    const names = isOfDarts ? ["backDarts", "frontDarts"] : ["waistEase", "hipEase"];
    return Result.fail(unfit(plan, GIRTHS, names, { difference: hipGirth - waistGirth }));
  }
  return Result.ok(
    draftSkirt(
      { waistGirth, hipGirth, waistToHip, skirtLength },
      { waistEase, hipEase, sideShift: Number(given.sideShift), plan },
    ),
  );
};

/** What may be wrong with the measures of a skirt: its girths together, and its waist to hips. */
export const skirtDoubts = ({
  waist_girth: waist,
  hip_girth: hip,
  waist_to_hip: waistToHip,
}: Measures): readonly DraftProblem[] => {
  const problems: DraftProblem[] = [];
  const [least, most] = USUAL_DIFFERENCE;
  const usual = [waist + least, waist + most] as const;
  if (hip < usual[0] || hip > usual[1])
    problems.push({ kind: "unusual", field: "hip_girth", usual });
  const [near, far] = USUAL_WAIST_TO_HIP;
  if (waistToHip < near || waistToHip > far)
    problems.push({ kind: "unusual", field: "waist_to_hip", usual: USUAL_WAIST_TO_HIP });
  return problems;
};
