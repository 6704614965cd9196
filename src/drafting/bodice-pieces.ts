import type { BodiceDraft } from "./bodice.ts";
import { bodiceSteps } from "./bodice-steps.ts";
import { type BodiceAllowances, draftedFront, type MovedFront } from "./front-piece.ts";
import { waistCurves } from "./front-waist.ts";
import { at, direction, quarterTurn, reverse, straight, times } from "./geometry.ts";
import type { NamedEdge, Pattern, Piece } from "./pattern.ts";
import { trueSeam } from "./truing.ts";
import { turnToLength } from "./turn-to-length.ts";

/** The back of a bodice, its waist trued and as long as it was worked out. */
export function bodiceBack(bodice: BodiceDraft, allowances: BodiceAllowances): Piece {
  const { points: q, numbers, backDarts } = bodice;
  const seamTo = (side: typeof q.U) =>
    trueSeam(q.C, backDarts, side, times(quarterTurn(direction(q.S, side)), -1));
  const side = turnToLength(q.U, q.S, numbers.backWaist, (end) => seamTo(end).length);
  const waist = seamTo(side);
  const { seam } = allowances;
  const edges: NamedEdge[] = [
    { name: "neck", curves: [bodice.backNeck], allowance: seam },
    { name: "shoulder", curves: [straight(q.G, q.H)], allowance: seam },
    { name: "armscye", curves: bodice.backArmscye, allowance: seam },
    { name: "side", curves: [straight(q.S, side)], allowance: seam },
    {
      name: "waist",
      curves: waistCurves(waist).map(reverse).reverse(),
      allowance: allowances.waist,
    },
    { name: "centre", curves: [straight(q.C, q.A)], allowance: seam },
  ];
  const grainX = q.W.x / 2;
  return {
    name: "bodice-back",
    cut: { count: 2, onFold: false },
    edges,
    darts: waist.darts,
    guides: [[straight(q.B, q.S)]],
    grain: [at(grainX, q.B.y / 3), at(grainX, q.C.y - (q.C.y - q.B.y) / 3)],
    notches: [
      { name: "armscye-back", edge: "armscye", at: q.J, isDouble: true },
      { name: "side", edge: "side", at: at((q.S.x + side.x) / 2, (q.S.y + side.y) / 2) },
    ],
    label: at(q.W.x, q.B.y / 2),
  };
}

/** The seams of back and front. The back shoulder is longer and is eased in over the shoulder blade. */
const SEAMS = ["side", "shoulder"] as const;

/** Back and front as a pattern. @param front the front with its bust dart where it is wanted */
export function bodicePattern(
  bodice: BodiceDraft,
  allowances: BodiceAllowances,
  front: MovedFront = draftedFront(bodice, allowances),
): Pattern {
  const { backShoulder } = bodice.numbers;
  const frontShoulder = bodice.measures.shoulderLength;
  return {
    pieces: [bodiceBack(bodice, allowances), front.piece],
    seams: SEAMS.map((name) => ({
      name,
      one: [{ piece: "bodice-back", edge: name }],
      other: [{ piece: "bodice-front", edge: name }],
      eased: name === "shoulder" ? backShoulder - frontShoulder : 0,
    })),
    numbers: {
      ...bodice.numbers,
      frontShoulder,
      wholeWaist: 2 * (bodice.numbers.backWaist + bodice.numbers.frontWaist),
      armscye: bodice.numbers.backArmscye + bodice.numbers.frontArmscye,
    },
    steps: { ...bodiceSteps(bodice), movedDartWidth: front.width },
    points: bodice.points,
  };
}
