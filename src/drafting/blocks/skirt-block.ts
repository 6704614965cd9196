import { Result } from "../../lib/result.ts";
import type { Block, BlockOption, DraftProblem, Measures, OptionValues } from "../block.ts";
import type { Pattern } from "../pattern.ts";
import type { SkirtDraft } from "../skirt.ts";
import { GIRTHS, SKIRT_NEEDS, skirtDoubts, skirtDraftOf, unfit } from "../skirt-request.ts";
import { CIRCLE_PARTS, drawCircle } from "./skirt-circle.ts";
import type { Allowances } from "./skirt-parts.ts";
import { alineSkirt, panelledSkirt, type StyledSkirt, straightSkirt } from "./skirt-styles.ts";
import { waistband } from "./waistband.ts";

const STYLES = ["straight", "a-line", "panelled", "circle"] as const;

/** An option has an effect in all styles, or in some. */
const inStyles = (styles: readonly (typeof STYLES)[number][]) =>
  styles.length > 0 ? { where: { option: "style", choices: styles } } : {};

const cm = (
  name: string,
  [min, max]: readonly [number, number],
  step: number,
  start: number,
  ...styles: readonly (typeof STYLES)[number][]
): BlockOption => ({
  kind: "number",
  name,
  unit: "cm",
  min,
  max,
  step,
  start,
  ...inStyles(styles),
});

const choice = (
  name: string,
  choices: readonly string[],
  start: string,
  ...styles: readonly (typeof STYLES)[number][]
): BlockOption => ({ kind: "choice", name, choices, start, ...inStyles(styles) });

const DARTS = ["automatic", "0", "1", "2"] as const;
/** The styles that are made of the block. */
const OF_BLOCK = ["straight", "a-line", "panelled"] as const;
/** The styles whose hem is a curve. */
const CURVED = ["a-line", "panelled", "circle"] as const;

const options: readonly BlockOption[] = [
  choice("style", STYLES, "straight"),
  choice("circle", Object.keys(CIRCLE_PARTS), "half", "circle"),
  cm("length", [30, 110], 1, 60),
  cm("waistEase", [0, 6], 0.5, 2),
  cm("hipEase", [0, 12], 0.5, 4),
  choice("backDarts", DARTS, "automatic", ...OF_BLOCK),
  choice("frontDarts", DARTS, "automatic", ...OF_BLOCK),
  cm("sideShift", [-3, 3], 0.5, 0, ...OF_BLOCK),
  cm("flare", [0, 12], 0.5, 4, "panelled"),
  choice("waistband", ["none", "straight"], "none"),
  cm("seamAllowance", [0, 3], 0.5, 1.5),
  cm("hemAllowance", [0, 8], 0.5, 4, "straight"),
  // The lesson on allowances: a deep hem on a curve would pucker.
  cm("curvedHemAllowance", [0, 4], 0.5, 1.5, ...CURVED),
];

/** A waist edge lies hidden in the waistband. */
const MAX_WAIST_ALLOWANCE = 1;

const allowancesOf = (given: OptionValues): Allowances => {
  const seam = Number(given.seamAllowance);
  const isStraight = given.style === "straight";
  return {
    seam,
    waist: Math.min(seam, MAX_WAIST_ALLOWANCE),
    hem: Number(isStraight ? given.hemAllowance : given.curvedHemAllowance),
  };
};

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
    allowancesOf(given),
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
  const allowances = allowancesOf(given);
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
  doubts: skirtDoubts,
  draft(measures, given) {
    const block = skirtDraftOf(measures, given);
    // A circle needs no darts, so it fits bodies for which there is no block.
    const isCircle = given.style === "circle";
    if (!block.ok && !isCircle) return block;
    const skirt = block.ok ? styled(block.value, measures, given) : circleSkirt(measures, given);
    if (!skirt.ok) return skirt;
    const { pieces, seams, band, numbers, girths } = skirt.value;
    const strip =
      given.waistband === "straight" ? waistband(band, allowancesOf(given).waist) : null;
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
