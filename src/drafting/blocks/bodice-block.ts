import { Result } from "../../lib/result.ts";
import type { Block, BlockOption, DraftProblem, Measures, OptionValues } from "../block.ts";
import { BODICE_START, type BodiceDraft } from "../bodice.ts";
import { bodiceDoubts, bodiceMisfit, crossedLines } from "../bodice-misfit.ts";
import { bodiceOf } from "../bodice-of-table.ts";
import { bodicePattern } from "../bodice-pieces.ts";
import type { DartPlace } from "../dart-moves.ts";
import { type BodiceAllowances, draftedFront, moveDartTo } from "../front-piece.ts";
import { positionOfPlace } from "../front-positions.ts";
import { cuttingLine, flatten } from "../outline.ts";
import type { Pattern } from "../pattern.ts";
import { crossesItself } from "../polygon.ts";

/** The measures of a bodice, in the order in which one takes them. */
export const BODICE_NEEDS = [
  "bust_girth",
  "waist_girth",
  "neck_base_girth",
  "back_neck_to_waist",
  "scye_depth",
  "across_back_width",
  "across_front_width",
  "shoulder_length",
  "shoulder_slope",
  "bust_point_distance",
  "side_neck_to_bust_point",
  "side_neck_to_waist_front",
] as const;

/** Where the bust dart may be. In the shoulder it is drafted; the other places are those of the lessons. */
const DART_PLACES = [
  "shoulder",
  "armscye",
  "side",
  "waist",
  "centre",
  "neck",
] as const satisfies readonly (DartPlace | "shoulder")[];

/** The options that decide the shape of the armscye; those of a sleeve are the same. */
export const ARMSCYE_OPTIONS: readonly BlockOption[] = [
  {
    kind: "number",
    name: "bustEase",
    unit: "cm",
    min: 4,
    max: 16,
    step: 0.5,
    start: BODICE_START.bustEase,
  },
  { kind: "number", name: "sideShift", unit: "cm", min: -2, max: 2, step: 0.5, start: 0 },
];

/**
 * Drafts a bodice and what is made of it. Measures that do not go together are a problem, and so are lines that do
 * not meet or that cross.
 */
export const withBodice = (
  measures: Measures,
  options: OptionValues,
  make: (bodice: BodiceDraft) => Result<Pattern, DraftProblem>,
): Result<Pattern, DraftProblem> => {
  try {
    const bodice = bodiceOf(measures, options);
    const misfit = bodiceMisfit(bodice);
    if (misfit) return Result.fail(misfit);
    const made = make(bodice);
    if (!made.ok) return made;
    const crosses = made.value.pieces.some(
      ({ edges }) =>
        crossesItself(edges.flatMap(({ curves }) => curves.flatMap((c) => flatten(c).slice(1)))) ||
        crossesItself(cuttingLine(edges)),
    );
    return crosses ? Result.fail(crossedLines()) : made;
  } catch (error) {
    if (error instanceof RangeError) return Result.fail(crossedLines());
    throw error;
  }
};

/** The close-fitting bodice with a bust dart that can be moved. @see draftBodice for its formulas */
export const bodiceBlock: Block = {
  id: "bodice-block",
  needs: () => BODICE_NEEDS,
  options: [
    ...ARMSCYE_OPTIONS.slice(0, 1),
    {
      kind: "number",
      name: "waistEase",
      unit: "cm",
      min: 0,
      max: 16,
      step: 0.5,
      start: BODICE_START.waistEase,
    },
    { kind: "choice", name: "dartPlace", choices: DART_PLACES, start: "shoulder" },
    {
      kind: "number",
      name: "dartShare",
      unit: "percent",
      min: 0,
      max: 100,
      step: 5,
      start: 100,
      where: { option: "dartPlace", choices: DART_PLACES.slice(1) },
    },
    ...ARMSCYE_OPTIONS.slice(1),
    { kind: "number", name: "seamAllowance", unit: "cm", min: 0, max: 3, step: 0.1, start: 1 },
    { kind: "number", name: "hemAllowance", unit: "cm", min: 0, max: 5, step: 0.1, start: 1 },
  ],
  doubts: bodiceDoubts,
  draft: (measures, options) =>
    withBodice(measures, options, (bodice) => {
      const allowances: BodiceAllowances = {
        seam: Number(options.seamAllowance),
        waist: Number(options.hemAllowance),
      };
      const place = options.dartPlace as (typeof DART_PLACES)[number];
      const share = Number(options.dartShare) / 100;
      const front =
        place === "shoulder"
          ? draftedFront(bodice, allowances)
          : moveDartTo(bodice, positionOfPlace(bodice, place), share, allowances);
      return Result.ok(bodicePattern(bodice, allowances, front));
    }),
};
