import { Result } from "../lib/result.ts";
import { type Block, cm, type DraftProblem, type Measures, unfit, unusual } from "./block.ts";
import {
  ARMSCYE_OPTIONS,
  BODICE_NEEDS,
  bodiceNotes,
  bodiceWarnings,
  isHighBustNote,
  sleeveOf,
  withBodice,
} from "./bodice-block.ts";
import { on, seam } from "./pattern.ts";
import { SLEEVE_START, type SleeveDraft, sleevePiece } from "./sleeve.ts";

/** The lowest and the highest cap that can be sewn in, as a part of the width of the sleeve. */
const FLATTEST = 0.15;
const HIGHEST = 0.8;
/** Below the underarm a sleeve has at least this much. */
const SHORTEST = 2;

/** Why measures and options make no sleeve that could be sewn in, or null. */
function sleeveMisfit({ numbers: n, points: { C } }: SleeveDraft): DraftProblem | null {
  const isHigh = n.capHeight > HIGHEST * n.sleeveWidth;
  const share = C.x / n.sleeveWidth;
  if (isHigh) return unfit("sleeve-cap-high", ["upper_arm_girth"], ["bicepsEase", "capEase"]);
  if (!(n.capHeight > FLATTEST * n.sleeveWidth && share > 0.25 && share < 0.75))
    return unfit("sleeve-cap-flat", ["upper_arm_girth", "scye_depth"], ["bicepsEase"]);
  // The underarm seams of a sleeve that flares end above its length.
  const least = n.capHeight + SHORTEST - Math.min(0, n.wristDrop);
  return n.sleeveLength < least
    ? unfit("sleeve-short", ["outer_arm_length"], ["lengthChange"], { least })
    : null;
}

/** Measures of the arm of which each may be right, but not together. */
const sleeveWarnings = (m: Measures): DraftProblem[] =>
  unusual(m, {
    upper_arm_length: [m.outer_arm_length * 0.48, m.outer_arm_length * 0.7],
    wrist_girth: [m.upper_arm_girth * 0.35, m.upper_arm_girth * 0.85],
    upper_arm_girth: [m.bust_girth * 0.2, m.bust_girth * 0.45],
  });

/**
 * The sleeve for the bodice of the same measures. Its options for the armscye are those of the bodice, and must be
 * the same. @see draftSleeve for its formulas
 */
export const sleeveBlock: Block = {
  id: "sleeve-block",
  needs: () => [
    ...BODICE_NEEDS,
    "upper_arm_girth",
    "wrist_girth",
    "upper_arm_length",
    "outer_arm_length",
  ],
  uses: ["upper_chest_girth", "bust_front_arc"],
  options: [
    cm("capEase", [0, 5], 0.5, SLEEVE_START.capEase),
    cm("bicepsEase", [1, 14], 0.5, SLEEVE_START.bicepsEase),
    cm("wristEase", [1, 20], 0.5, SLEEVE_START.wristEase),
    cm("lengthChange", [-50, 10], 1, SLEEVE_START.lengthChange),
    ...ARMSCYE_OPTIONS,
    cm("seamAllowance", [0, 3], 0.5, 1),
    cm("hemAllowance", [0, 5], 0.5, 3),
  ],
  warnings: (measures, options) => [
    // Its armscye depends on the high bust; the darts are the bodice's own.
    ...bodiceNotes(measures, options).filter(isHighBustNote),
    ...bodiceWarnings(measures, options),
    ...sleeveWarnings(measures),
  ],
  draft: (measures, options) =>
    withBodice(measures, options, (bodice) => {
      const sleeve = sleeveOf(bodice, measures, options);
      const misfit = sleeveMisfit(sleeve);
      if (misfit) return Result.fail(misfit);
      const { seamAllowance, hemAllowance } = options;
      return Result.ok({
        pieces: [sleevePiece(sleeve, Number(seamAllowance), Number(hemAllowance))],
        seams: [seam("underarm", on("sleeve", "underarm-front"), on("sleeve", "underarm-back"))],
        numbers: sleeve.numbers,
        steps: sleeve.steps,
        points: sleeve.points,
      });
    }),
};
