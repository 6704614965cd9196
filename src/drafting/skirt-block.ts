import type { FieldKey } from "../domain/measurements/fields.ts";
import { Result } from "../lib/result.ts";
import {
  type Block,
  type BlockOption,
  choice,
  cm,
  type DraftProblem,
  type Measures,
  type OptionValues,
  unfit,
  unusual,
} from "./block.ts";
import type { Pattern } from "./pattern.ts";
import { dartPlan, draftSkirt, reductionOf, type SkirtDraft } from "./skirt.ts";
import { type Allowances, allowancesOf, waistband } from "./skirt-parts.ts";
import {
  alineSkirt,
  CIRCLE_PARTS,
  drawCircle,
  panelledSkirt,
  type StyledSkirt,
  straightSkirt,
} from "./skirt-styles.ts";

/** Below it no dart can be drawn. */
const LEAST_WAIST_TO_HIP = 10;
/** What a skirt has at least below the hip line. */
const LEAST_BELOW_HIP = 5;
const GIRTHS: readonly FieldKey[] = ["waist_girth", "hip_girth"];

/** The measures of a skirt, in the order in which one takes them. */
export const SKIRT_NEEDS: readonly FieldKey[] = [...GIRTHS, "waist_to_hip"];

/** The usual waist to hips of this block: below it there is little room for darts. */
const USUAL_WAIST_TO_HIP = [14, 32] as const;
/** How much larger the hip of a body is than its waist. */
const USUAL_DIFFERENCE = [0, 42] as const;

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
export const skirtWarnings = (measures: Measures): readonly DraftProblem[] =>
  unusual(measures, {
    hip_girth: [
      measures.waist_girth + USUAL_DIFFERENCE[0],
      measures.waist_girth + USUAL_DIFFERENCE[1],
    ],
    waist_to_hip: USUAL_WAIST_TO_HIP,
  });

const STYLES = ["straight", "a-line", "panelled", "circle"] as const;

/** The styles in which an option has an effect. */
const inStyles = (...choices: readonly (typeof STYLES)[number][]) => ({ option: "style", choices });

export const DARTS = ["automatic", "0", "1", "2"] as const;
/** The styles that are made of the block. */
const OF_BLOCK = inStyles("straight", "a-line", "panelled");
/** The styles whose hem is a curve. */
const CURVED = inStyles("a-line", "panelled", "circle");

const options: readonly BlockOption[] = [
  choice("style", STYLES),
  choice("circle", ["quarter", "half", "three-quarters", "full"], inStyles("circle"), "half"),
  cm("length", [30, 110], 1, 60),
  cm("waistEase", [0, 6], 0.5, 2),
  cm("hipEase", [0, 12], 0.5, 4),
  choice("backDarts", DARTS, OF_BLOCK),
  choice("frontDarts", DARTS, OF_BLOCK),
  cm("sideShift", [-3, 3], 0.5, 0, OF_BLOCK),
  cm("flare", [0, 12], 0.5, 4, inStyles("panelled")),
  choice("waistband", ["none", "straight"]),
  cm("seamAllowance", [0, 3], 0.5, 1.5),
  cm("hemAllowance", [0, 8], 0.5, 4, inStyles("straight")),
  // The lesson on allowances: a deep hem on a curve would pucker.
  cm("curvedHemAllowance", [0, 4], 0.5, 1.5, CURVED),
];

const allowancesIn = (given: OptionValues): Allowances =>
  allowancesOf(given, given.style === "straight" ? "hemAllowance" : "curvedHemAllowance");

const partOf = (given: OptionValues): number =>
  CIRCLE_PARTS[given.circle as keyof typeof CIRCLE_PARTS] ?? CIRCLE_PARTS.half;

/** The numbers of the lesson on the circle's radius. */
const circleNumbers = (measures: Measures, given: OptionValues) => {
  const circleWaist = measures.waist_girth + Number(given.waistEase);
  const around = 2 * Math.PI * partOf(given);
  return {
    circleWaist,
    circleRadius: circleWaist / around,
    circleHip: circleWaist + around * measures.waist_to_hip,
    circleHem: circleWaist + around * Number(given.length),
  };
};

const circleSkirt = (
  measures: Measures,
  given: OptionValues,
): Result<StyledSkirt, DraftProblem> => {
  const numbers = circleNumbers(measures, given);
  const least = measures.hip_girth + Number(given.hipEase);
  if (numbers.circleHip < least)
    return Result.fail(
      unfit("circle-too-tight", GIRTHS, ["circle"], { hip: numbers.circleHip, least }),
    );
  const drawn = drawCircle(
    partOf(given),
    numbers.circleRadius,
    Number(given.length),
    allowancesIn(given),
  );
  return Result.ok({
    ...drawn,
    numbers,
    girths: { waist: numbers.circleWaist, hip: numbers.circleHip },
  });
};

const styled = (
  draft: SkirtDraft,
  measures: Measures,
  given: OptionValues,
): Result<StyledSkirt, DraftProblem> => {
  const allowances = allowancesIn(given);
  if (given.style === "circle") return circleSkirt(measures, given);
  if (given.style === "a-line") return Result.ok(alineSkirt(draft, allowances));
  if (given.style === "panelled")
    return Result.ok(panelledSkirt(draft, allowances, Number(given.flare)));
  return Result.ok(straightSkirt(draft, allowances));
};

/**
 * The skirt of the lessons and its styles.
 *
 * Its numbers have these names, in centimetres unless they count.
 * - Of the block, all that `draftSkirt` returns: `halfHip`, `halfWaist`, `reduction`, `dartWidth`, `sideEach`,
 *   `backWaist`, `frontWaist`, `firstBackDart` and so on.
 * - Of the circle: `circleWaist`, `circleRadius`, `circleHip` (round the skirt at the hip line) and
 *   `circleHem`.
 * - Of the A-line, all that `draftAline` returns: `opening`, `flareAtSide`, `leftOfFrontDart`, `alineHem` and so on.
 * - Of the panels, all that `draftPanels` returns: `panel`, `halfPanel`, `inBackSeam`, `panelledHem` and so on.
 * - Of the waistband: `bandLength`, with its overlap.
 */
export const skirtBlock: Block = {
  id: "skirt-block",
  needs: () => SKIRT_NEEDS,
  options,
  warnings: skirtWarnings,
  draft(measures, given) {
    const block = skirtDraftOf(measures, given);
    // A circle needs no darts, so it fits bodies for which there is no block.
    const isCircle = given.style === "circle";
    if (!block.ok && !isCircle) return block;
    const skirt = block.ok ? styled(block.value, measures, given) : circleSkirt(measures, given);
    if (!skirt.ok) return skirt;
    const { pieces, seams, band, numbers, girths } = skirt.value;
    const strip =
      given.waistband === "straight" ? waistband(band, allowancesIn(given).waist) : null;
    const pattern: Pattern = {
      pieces: strip ? [...pieces, strip.piece] : pieces,
      seams: strip ? [...seams, ...strip.seams] : seams,
      girths,
      numbers: {
        ...(block.ok ? block.value.numbers : {}),
        ...circleNumbers(measures, given),
        ...numbers,
        ...(strip ? { bandLength: strip.length } : {}),
      },
      steps: { ...(block.ok ? block.value.steps : {}), circlePart: partOf(given) },
      points: block.ok ? block.value.points : {},
    };
    return Result.ok(pattern);
  },
};
