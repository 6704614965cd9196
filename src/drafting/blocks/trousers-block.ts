import type { FieldKey } from "../../domain/measurements/fields.ts";
import { Result } from "../../lib/result.ts";
import type { Block, DraftProblem, OptionValues } from "../block.ts";
import { alongCurve, at, type Cubic, lengthOf, pointOn, reverse, straight } from "../geometry.ts";
import { girthOnGuide } from "../girths.ts";
import type { NamedEdge, Notch, Pattern, Piece } from "../pattern.ts";
import { TROUSERS_OPTIONS, type TrousersFailure } from "../trousers.ts";
import { type Leg, sewnWaist } from "../trousers-leg.ts";
import { trousersOf } from "../trousers-of-table.ts";
import { trousersDoubts } from "./trousers-doubts.ts";

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

const unfit = ({ reason, ...values }: TrousersFailure): DraftProblem => ({
  kind: "unfit",
  reason,
  values,
  ...LOOK_AT[reason],
});

/** The point that lies the given length from the end of curves that meet end to end. */
const fromEnd = (curves: readonly Cubic[], length: number) => {
  let left = length;
  for (const curve of curves.map(reverse).reverse()) {
    const own = lengthOf(curve);
    if (left < own) return pointOn(curve, alongCurve(curve, left));
    left -= own;
  }
  return curves[0]?.[0] ?? at(0, 0);
};

/**
 * @param front the front leg: the notches of the back's side seam and inseam lie as far from the hem as its
 */
const pieceOf = (name: string, leg: Leg, front: Leg, options: OptionValues): Piece => {
  const { shape, trued, side, inseam, crotch } = leg;
  const seam = Number(options.seamAllowance);
  const edge = (name: string, curves: readonly Cubic[], allowance = seam): NamedEdge => ({
    name,
    curves,
    allowance,
  });
  const backward = (curves: readonly Cubic[]) => curves.map(reverse).reverse();
  const [hemSide, hemIn] = [side[2][3], inseam[1][3]];
  const hipLine = straight(shape.centreHip, shape.sideHip);
  const kneeLine = straight(at(-shape.knee, shape.kneeLevel), at(shape.knee, shape.kneeLevel));
  const toHem = front.side.slice(1).reduce((sum, curve) => sum + lengthOf(curve), 0);
  const isBack = leg !== front;
  const notches: Notch[] = [
    { name: "hip", edge: "side", at: fromEnd(side, toHem) },
    { name: "knee", edge: "side", at: side[2][0] },
    { name: "knee-inside", edge: "inseam", at: inseam[1][0] },
    // Two marks tell the back from the front, as at an armscye.
    { name: "seat", edge: "crotch", at: shape.centreHip, isDouble: isBack },
  ];
  return {
    name,
    cut: { count: 2, onFold: false },
    edges: [
      edge("waist", sewnWaist(leg)),
      edge("side", side),
      { ...edge("hem", [straight(hemSide, hemIn)], Number(options.hemAllowance)), isHem: true },
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

/** A seam between front and back. */
const seam = (edge: "side" | "inseam") => ({
  name: edge,
  one: [{ piece: "trousers-front", edge }],
  other: [{ piece: "trousers-back", edge }],
  eased: 0,
});

const number = (
  name: string,
  start: number,
  [min, max, step]: readonly [number, number, number],
  unit: "cm" | "count" = "cm",
) => ({ kind: "number" as const, name, unit, min, max, step, start });

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
  uses: () => [
    "thigh_girth",
    "knee_girth",
    "heel_girth",
    "inside_leg",
    "total_crotch_length",
    "front_crotch_length",
  ],
  options: [
    number("waistEase", TROUSERS_OPTIONS.waistEase, [0, 8, 0.5]),
    number("hipEase", TROUSERS_OPTIONS.hipEase, [0, 16, 0.5]),
    number("crotchEase", TROUSERS_OPTIONS.crotchEase, [0, 4, 0.5]),
    number("hemHeight", TROUSERS_OPTIONS.hemHeight, [0, 30, 0.5]),
    number("kneeWider", TROUSERS_OPTIONS.kneeWider, [-8, 16, 0.5]),
    number("hemWider", TROUSERS_OPTIONS.hemWider, [-8, 20, 0.5]),
    number("frontDarts", TROUSERS_OPTIONS.frontDarts, [0, 2, 1], "count"),
    number("backDarts", TROUSERS_OPTIONS.backDarts, [0, 2, 1], "count"),
    number("seamAllowance", 1, [0, 2, 0.5]),
    number("hemAllowance", 4, [0, 8, 0.5]),
  ],
  doubts(measures, options) {
    const drafted = trousersOf(measures, options);
    return trousersDoubts(measures, options, drafted.ok ? drafted.value.crotchReach : null);
  },
  draft(measures, options) {
    const drafted = trousersOf(measures, options);
    if (!drafted.ok) return Result.fail(unfit(drafted.failure));
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
        seam("side"),
        seam("inseam"),
        {
          // The two legs are joined: each half of the seam meets itself on the other leg.
          name: "crotch",
          one: [
            { piece: "trousers-front", edge: "crotch" },
            { piece: "trousers-back", edge: "crotch" },
          ],
          other: [
            { piece: "trousers-front", edge: "crotch" },
            { piece: "trousers-back", edge: "crotch" },
          ],
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
