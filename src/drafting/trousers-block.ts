import type { FieldKey } from "../domain/measurements/fields.ts";
import { Result } from "../lib/result.ts";
import {
  type Block,
  cm,
  type DraftProblem,
  type Measures,
  type NumberOption,
  numbersOf,
  type OptionValues,
  type Range,
  unusual,
} from "./block.ts";
import { at, backward, type Cubic, lengthOfAll, pointAlong, straight } from "./geometry.ts";
import {
  dartNotches,
  girthOnGuide,
  type NamedEdge,
  type Notch,
  on,
  type Pattern,
  type Piece,
  seam,
} from "./pattern.ts";
import {
  draftTrousers,
  TROUSERS_OPTIONS,
  type TrousersFailure,
  type TrousersOptions,
} from "./trousers.ts";
import type { Leg } from "./trousers-leg.ts";
import { withCaps } from "./truing.ts";

/**
 * What measures should be beside each other, in centimetres, on one body that stands and sits upright:
 * ranges wide enough for all of the published size tables. A measure that the table has not is not asked about.
 */
const rangesOf = (m: Partial<Measures>): Readonly<Partial<Record<FieldKey, Range>>> => {
  const { hip_girth: hip = 0, body_rise: rise = 0, waist_to_floor: floor = 0 } = m;
  const { total_crotch_length: crotch = 0 } = m;
  return {
    // A rise that was taken to the floor of the chair, or a hip at the thighs.
    body_rise: [floor * 0.19, floor * 0.36],
    waist_to_hip: [rise * 0.45, rise * 0.92],
    waist_to_knee: [floor * 0.5, floor * 0.62],
    // Outside leg without the rise is the inside leg.
    inside_leg: [floor - rise - 7, floor - rise + 7],
    ...(crotch > 0 && { front_crotch_length: [crotch * 0.4, crotch * 0.56] }),
    thigh_girth: [hip * 0.45, hip * 0.72],
  };
};

/** How wide knee and hem of the block are, round the leg. */
const widthOf = (m: Partial<Measures>, base: number, wider: number): number =>
  (m.hip_girth ?? 0) / 4 + base + wider;

/**
 * Measures of a leg that do not go together, or that the trousers do not pass over.
 * @param crotchReach crotch lengths that the draft can be made to fit; null if it cannot be drafted
 */
const trousersWarnings = (
  measures: Measures,
  options: OptionValues,
  crotchReach: Range | null,
): readonly DraftProblem[] => {
  const given: Partial<Measures> = measures;
  const ranges: Partial<Record<FieldKey, Range>> = {
    ...rangesOf(given),
    ...(crotchReach && { total_crotch_length: crotchReach }),
    knee_girth: [0, widthOf(given, 25, Number(options.kneeWider)) - 3],
    heel_girth: [0, widthOf(given, 20, Number(options.hemWider)) - 1],
  };
  return unusual(given, ranges);
};

const CHOICES = Object.keys(TROUSERS_OPTIONS) as (keyof TrousersOptions)[];

/** Drafts the trousers of measures, with all options. */
export const trousersOf = (measures: Measures, options: OptionValues) =>
  draftTrousers(measures, numbersOf(options, CHOICES));

const LOOK_AT: Readonly<
  Record<
    TrousersFailure["reason"],
    { readonly fields: readonly FieldKey[]; readonly options: readonly string[] }
  >
> = {
  "trousers-hip-low": { fields: ["waist_to_hip", "body_rise"], options: ["crotchEase"] },
  "trousers-hem-high": {
    fields: ["body_rise", "waist_to_knee", "waist_to_floor"],
    options: ["hemHeight"],
  },
  "trousers-waist": {
    fields: ["waist_girth", "hip_girth"],
    options: ["waistEase", "hipEase", "frontDarts", "backDarts"],
  },
};

/**
 * @param front the front leg: the notches of the back's side seam and inseam lie as far from the hem as its
 */
const pieceOf = (name: string, leg: Leg, front: Leg, options: OptionValues): Piece => {
  const { shape, trued, side, inseam, crotch, hem } = leg;
  const seam = Number(options.seamAllowance);
  const edge = (name: string, curves: readonly Cubic[], allowance = seam): NamedEdge => ({
    name,
    curves,
    allowance,
  });
  const hipLine = straight(shape.centreHip, shape.sideHip);
  const kneeLine = straight(at(-shape.knee, shape.kneeLevel), at(shape.knee, shape.kneeLevel));
  const toHem = lengthOfAll(front.side.slice(1));
  const isBack = leg !== front;
  const notches: Notch[] = [
    { name: "hip", edge: "side", at: pointAlong(backward(side), toHem) },
    { name: "knee", edge: "side", at: side[2][0] },
    { name: "knee-inside", edge: "inseam", at: inseam[1][0] },
    // Two marks tell the back from the front, as at an armscye.
    { name: "seat", edge: "crotch", at: shape.centreHip, isDouble: isBack },
    ...dartNotches(trued.darts, "waist"),
  ];
  return {
    name,
    cut: { count: 2, onFold: false },
    edges: [
      edge("waist", withCaps(trued)),
      edge("side", side),
      { ...edge("hem", [hem], Number(options.hemAllowance)), isHem: true },
      edge("inseam", backward(inseam)),
      edge("crotch", backward(crotch)),
    ],
    darts: trued.darts,
    guides: [[hipLine], [kneeLine]],
    grain: [
      at(0, shape.sideHip.y + (shape.kneeLevel - shape.sideHip.y) * 0.2),
      at(0, shape.kneeLevel + (shape.hemLevel - shape.kneeLevel) * 0.7),
    ],
    notches,
    label: at(shape.centreHip.x + 2, shape.sideHip.y + 3),
  };
};

const FRONT_AND_BACK = ["trousers-front", "trousers-back"] as const;

/** A seam between front and back. */
const legSeam = (edge: "side" | "inseam") =>
  seam(edge, on("trousers-front", edge), on("trousers-back", edge));

const count = (name: "frontDarts" | "backDarts"): NumberOption => ({
  ...cm(name, [0, 2], 1, TROUSERS_OPTIONS[name]),
  unit: "count",
});

/** Straight trousers with a crease. @see draftTrousers for its formulas */
export const trousersBlock: Block = {
  id: "trousers-block",
  needs: () => [
    "waist_girth",
    "hip_girth",
    "waist_to_hip",
    "body_rise",
    "waist_to_knee",
    "waist_to_floor",
  ],
  uses: [
    "thigh_girth",
    "knee_girth",
    "heel_girth",
    "inside_leg",
    "total_crotch_length",
    "front_crotch_length",
  ],
  options: [
    cm("waistEase", [0, 8], 0.5, TROUSERS_OPTIONS.waistEase),
    cm("hipEase", [0, 16], 0.5, TROUSERS_OPTIONS.hipEase),
    cm("crotchEase", [0, 4], 0.5, TROUSERS_OPTIONS.crotchEase),
    cm("hemHeight", [0, 30], 0.5, TROUSERS_OPTIONS.hemHeight),
    cm("kneeWider", [-8, 16], 0.5, TROUSERS_OPTIONS.kneeWider),
    cm("hemWider", [-8, 20], 0.5, TROUSERS_OPTIONS.hemWider),
    count("frontDarts"),
    count("backDarts"),
    cm("seamAllowance", [0, 2], 0.5, 1),
    cm("hemAllowance", [0, 8], 0.5, 4),
  ],
  warnings(measures, options) {
    const drafted = trousersOf(measures, options);
    return trousersWarnings(measures, options, drafted.ok ? drafted.value.crotchReach : null);
  },
  draft(measures, options) {
    const drafted = trousersOf(measures, options);
    if (!drafted.ok) {
      const { reason, ...values } = drafted.failure;
      return Result.fail({ kind: "unfit", reason, values, ...LOOK_AT[reason] });
    }
    const { numbers, steps, points, front, back } = drafted.value;
    const pieces = [
      pieceOf("trousers-front", front, front, options),
      pieceOf("trousers-back", back, front, options),
    ];
    const hip = girthOnGuide(pieces);
    const pattern: Pattern = {
      pieces,
      girths: hip === null ? {} : { hip },
      seams: [
        legSeam("side"),
        legSeam("inseam"),
        {
          // The two legs are joined: each half of the seam meets itself on the other leg.
          name: "crotch",
          one: FRONT_AND_BACK.map((piece) => on(piece, "crotch")),
          other: FRONT_AND_BACK.map((piece) => on(piece, "crotch")),
          eased: 0,
        },
      ],
      numbers,
      steps,
      points,
    };
    return Result.ok(pattern);
  },
};
