import { Result } from "../lib/result.ts";
import {
  type Block,
  type BlockOption,
  choice,
  cm,
  type DraftProblem,
  type OptionValues,
  unfit,
} from "./block.ts";
import { lengthOf, lengthOfAll } from "./geometry.ts";
import { on, type Pattern, type Piece, type Seam, type SewingStep, seam } from "./pattern.ts";
import {
  type FacedHalf,
  faceHalf,
  facingDepth,
  facingHalf,
  type LiningTop,
  liningHalf,
  type PencilHalf,
  pencilHalf,
  shortened,
  skirtHalf,
  widthAt,
} from "./pencil-pieces.ts";
import type { SkirtDraft } from "./skirt.ts";
import { DARTS, SKIRT_NEEDS, skirtDraftOf, skirtWarnings } from "./skirt-block.ts";
import {
  type Allowances,
  allowancesOf,
  aroundWaist,
  bandOfHalves,
  turnOver,
  waistband,
} from "./skirt-parts.ts";

/** The options of the pencil skirt. Those that the skirt block has, too, have the same effect. */
const PENCIL_OPTIONS: readonly BlockOption[] = [
  cm("length", [40, 100], 1, 60),
  cm("taper", [0, 5], 0.5, 2),
  choice("vent", ["lapped", "none"]),
  cm("ventLength", [8, 45], 1, 18, { option: "vent", choices: ["lapped"] }),
  choice("waistFinish", ["facing", "waistband"]),
  choice("lining", ["unlined", "lined"]),
  cm("waistEase", [0, 6], 0.5, 2),
  cm("hipEase", [0, 12], 0.5, 4),
  choice("backDarts", DARTS),
  choice("frontDarts", DARTS),
  cm("sideShift", [-3, 3], 0.5, 0),
  cm("seamAllowance", [0, 3], 0.5, 1.5),
  cm("hemAllowance", [0, 8], 0.5, 4),
];

/** The steps in which the pencil skirt is sewn; ours: what lies flat is sewn before what makes a tube of it. */
const sewingSteps = (given: OptionValues): SewingStep[] => {
  const hasVent = given.vent === "lapped";
  const isLined = given.lining === "lined";
  const isFaced = given.waistFinish === "facing";
  const steps: readonly (readonly [SewingStep, boolean])[] = [
    ["fuse-facing", isFaced],
    ["fuse-band", !isFaced],
    ["darts", true],
    ["centre-vent", hasVent],
    ["centre", !hasVent],
    ["zip", true],
    ["vent", hasVent],
    ["sides", true],
    ["lining", isLined],
    ["lining-slit", isLined && hasVent],
    ["facing", isFaced && !isLined],
    ["facing-lined", isFaced && isLined],
    ["lining-waist", !isFaced && isLined],
    ["band", !isFaced],
    ["hem-vent", hasVent],
    ["hem", !hasVent],
    ["lining-hem", isLined],
  ];
  return steps.flatMap(([name, isDone]) => (isDone ? [name] : []));
};

/** What the skirt has at least below the hip line, so that its side can taper; own. */
const LEAST_BELOW_HIP_CM = 15;
/** Between the end of the zip, at the hip line, and the vent; own. */
const LEAST_SEAM_CM = 5;
/** By how much the lining is shorter than the skirt; own: less would show below a hem that a knee lifts. */
const LINING_SHORTER_CM = 2;
/** The hem of the lining is turned up twice; own. */
const LINING_HEM_CM = 2;

/** How much wider a step needs the skirt with each centimetre below the hip line. */
const STEP_SHARE = 1.7;
/** What goes round the legs themselves, as a share of the hip girth: a knee measures two fifths of it. */
const LEGS_SHARE = 0.4;

/**
 * What a skirt must measure round the legs at a level, so that one can walk in it. Own: in a step of 67 cm, which is
 * that of a leg 78 cm long, the legs are 0.86 cm apart with each centimetre below the hip joint. A skirt goes twice
 * over that distance, and once round a leg. At the knee of the example body it is 105 cm.
 * @returns centimetres
 */
export const walkingGirth = (belowHipCm: number, hipGirthCm: number): number =>
  STEP_SHARE * belowHipCm + LEGS_SHARE * hipGirthCm;

type Place = "back" | "front";

interface Parts {
  readonly back: PencilHalf;
  readonly front: PencilHalf;
  /** The level at which the vent begins; null without one. */
  readonly ventTop: number | null;
}

/** Whether the vent lies below the zip, and one can walk in the skirt. */
const problemOf = (
  { measures }: SkirtDraft,
  { back, front, ventTop }: Parts,
): DraftProblem | null => {
  const { skirtLength, waistToHip, hipGirth } = measures;
  const highest = waistToHip + LEAST_SEAM_CM;
  if (ventTop !== null && ventTop < highest)
    return unfit("vent-too-high", ["waist_to_hip"], ["length", "ventLength"], {
      most: skirtLength - highest,
    });
  const closedTo = ventTop ?? skirtLength;
  const girth = 2 * (widthAt(back, closedTo) + widthAt(front, closedTo));
  const least = walkingGirth(closedTo - waistToHip, hipGirth);
  if (girth >= least) return null;
  const names = ["length", "taper", "vent", ...(ventTop === null ? [] : ["ventLength"])];
  return unfit("too-narrow-to-walk", [], names, { girth, least });
};

interface Made {
  readonly pieces: readonly Piece[];
  readonly seams: readonly Seam[];
}

/** The pieces of a half on the left, those of the front turned over as the lessons draw it. */
const withFront = (draft: SkirtDraft, back: Piece, front: Piece): readonly Piece[] => [
  back,
  turnOver(front, draft.numbers.halfHip),
];

const skirtOf = (
  draft: SkirtDraft,
  { back, front, ventTop }: Parts,
  allowances: Allowances,
): Made => {
  const onBack = (edgeName: string) => on("skirt-back", edgeName);
  return {
    pieces: withFront(
      draft,
      skirtHalf("skirt-back", back, allowances, false, ventTop),
      skirtHalf("skirt-front", front, allowances, true, null),
    ),
    seams: [
      seam("side", onBack("side"), on("skirt-front", "side")),
      seam("centre-back", onBack("centre"), onBack("centre")),
      ...(ventTop === null ? [] : [seam("vent-top", onBack("vent-top"), onBack("vent-top"))]),
    ],
  };
};

const facingOf = (
  draft: SkirtDraft,
  faced: Readonly<Record<Place, FacedHalf>>,
  allowances: Allowances,
  isLined: boolean,
): Made => {
  const lowerCm = isLined ? allowances.waist : 0;
  const half = (place: Place) =>
    facingHalf(
      `facing-${place}`,
      faced[place],
      draft[place].centreWaist,
      allowances,
      place === "front",
      lowerCm,
    );
  return {
    pieces: withFront(draft, half("back"), half("front")),
    seams: [
      seam("facing-side", on("facing-back", "side"), on("facing-front", "side")),
      seam("facing-back", on("facing-back", "waist"), on("skirt-back", "waist")),
      seam("facing-front", on("facing-front", "waist"), on("skirt-front", "waist")),
    ],
  };
};

const liningOf = (
  draft: SkirtDraft,
  { back, front, ventTop }: Parts,
  faced: Readonly<Record<Place, FacedHalf>> | null,
  skirtAllowances: Allowances,
): Made => {
  const allowances = { ...skirtAllowances, hem: LINING_HEM_CM };
  const topOf = (place: Place): LiningTop => {
    const facedHalf = faced?.[place];
    if (facedHalf)
      return { trued: facedHalf.below, centre: facedHalf.centre, hipCurve: facedHalf.hipCurve };
    const { trued, centreWaist, hipCurve } = draft[place];
    return { trued, centre: centreWaist, hipCurve };
  };
  const half = (place: Place, whole: PencilHalf) =>
    liningHalf(
      `lining-${place}`,
      shortened(whole, LINING_SHORTER_CM),
      topOf(place),
      allowances,
      place === "front",
      place === "back" ? ventTop : null,
    );
  const above = (place: Place) =>
    faced ? on(`facing-${place}`, "lower") : on(`skirt-${place}`, "waist");
  return {
    pieces: withFront(draft, half("back", back), half("front", front)),
    seams: [
      seam("lining-side", on("lining-back", "side"), on("lining-front", "side")),
      seam("lining-centre", on("lining-back", "centre"), on("lining-back", "centre")),
      seam("lining-back", on("lining-back", "waist"), above("back")),
      seam("lining-front", on("lining-front", "waist"), above("front")),
    ],
  };
};

const bandFor = ({ back, front }: SkirtDraft, allowance: number): Made => {
  const parts = bandOfHalves(back.trued.length, front.trued.length);
  const { piece, seams } = waistband(parts, allowance);
  return { pieces: [piece], seams };
};

const patternOf = (draft: SkirtDraft, parts: Parts, given: OptionValues): Pattern => {
  const allowances = allowancesOf(given, "hemAllowance");
  const { back, front } = parts;
  const isLined = given.lining === "lined";
  const depthCm = facingDepth([back, front]);
  const faced =
    given.waistFinish === "facing"
      ? { back: faceHalf(back, depthCm), front: faceHalf(front, depthCm) }
      : null;
  const made = [
    skirtOf(draft, parts, allowances),
    faced ? facingOf(draft, faced, allowances, isLined) : bandFor(draft, allowances.waist),
    ...(isLined ? [liningOf(draft, parts, faced, allowances)] : []),
  ];
  const hem = 2 * (lengthOf(back.hem) + lengthOf(front.hem));
  const sideSeam = lengthOfAll(back.side);
  return {
    pieces: made.flatMap(({ pieces }) => pieces),
    seams: made.flatMap(({ seams }) => seams),
    girths: {
      waist: aroundWaist(draft.back, draft.front),
      hip: 2 * draft.numbers.halfHip,
      hem,
    },
    numbers: { ...draft.numbers, sideSeam, wholeHem: hem },
    points: draft.points,
    sewing: sewingSteps(given),
  };
};

/**
 * The pencil skirt: the skirt block of the lessons, with sides that taper to the hem, a centre back seam with a zip and
 * a vent to walk, a shaped facing or a straight waistband, and a lining that ends above the hem.
 *
 * @see draftSkirt for the formulas of the block. The steps from there are our own; each length says its
 * reason where it stands.
 */
export const pencilSkirt: Block = {
  id: "pencil-skirt",
  needs: () => SKIRT_NEEDS,
  options: PENCIL_OPTIONS,
  warnings: skirtWarnings,
  draft(measures, given) {
    const block = skirtDraftOf(measures, given);
    if (!block.ok) return block;
    const draft = block.value;
    const { skirtLength, waistToHip } = draft.measures;
    const least = waistToHip + LEAST_BELOW_HIP_CM;
    if (skirtLength < least)
      return Result.fail(unfit("ends-above-hip", ["waist_to_hip"], ["length"], { least }));
    const taperCm = Number(given.taper);
    const parts: Parts = {
      back: pencilHalf(draft.back, skirtLength, taperCm),
      front: pencilHalf(draft.front, skirtLength, taperCm),
      ventTop: given.vent === "lapped" ? skirtLength - Number(given.ventLength) : null,
    };
    const problem = problemOf(draft, parts);
    return problem ? Result.fail(problem) : Result.ok(patternOf(draft, parts, given));
  },
};
