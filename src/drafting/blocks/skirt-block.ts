import { Result } from "../../lib/result.ts";
import type { Block } from "../block.ts";
import { at, between, type Cubic, mapCurve, type Point, reverse, straight } from "../geometry.ts";
import type { NamedEdge, Pattern, Piece } from "../pattern.ts";
import { draftSkirt } from "../skirt.ts";
import type { SkirtPiece } from "../skirt-piece.ts";
import type { TruedSeam } from "../truing.ts";

/** Centimetres beyond the seam line. */
const SEAM_ALLOWANCE = 1;
const HEM_ALLOWANCE = 4;

const edge = (name: string, curves: readonly Cubic[], allowance: number): NamedEdge => ({
  name,
  curves,
  allowance,
});

/** The waist with the caps of its darts, from the centre to the side. */
const waistWithCaps = ({ parts, darts }: TruedSeam): Cubic[] =>
  parts.flatMap((part, i) => {
    const dart = darts[i];
    return dart ? [part, straight(dart.inner, dart.cap), straight(dart.cap, dart.outer)] : [part];
  });

/** @param turn mirrors the front, whose centre is on the right */
const pieceOf = (
  name: string,
  { trued, hipCurve, centreWaist }: SkirtPiece,
  length: number,
  turn: ((p: Point) => Point) | null,
): Piece => {
  const hip = hipCurve[3];
  const hem = at(hip.x, length);
  const centreHem = at(0, length);
  const clockwise: NamedEdge[] = [
    edge("waist", waistWithCaps(trued), SEAM_ALLOWANCE),
    edge("side", [hipCurve, straight(hip, hem)], SEAM_ALLOWANCE),
    edge("hem", [straight(hem, centreHem)], HEM_ALLOWANCE),
    turn
      ? edge("fold", [straight(centreHem, centreWaist)], 0)
      : edge("centre", [straight(centreHem, centreWaist)], SEAM_ALLOWANCE),
  ];
  const move = turn ?? ((p: Point) => p);
  const moved = (curve: Cubic) => mapCurve(curve, move);
  const middle = hip.x * 0.4;
  return {
    name,
    cut: turn ? { count: 1, onFold: true } : { count: 2, onFold: false },
    edges: turn
      ? clockwise
          .map(({ curves, ...rest }) => ({
            ...rest,
            curves: curves.map((curve) => reverse(moved(curve))).reverse(),
          }))
          .reverse()
      : clockwise,
    darts: trued.darts.map((dart) => ({
      centre: move(dart.centre),
      point: move(dart.point),
      inner: move(dart.inner),
      outer: move(dart.outer),
      cap: move(dart.cap),
    })),
    guides: [[moved(straight(at(0, hip.y), hip))]],
    grain: [move(at(middle, hip.y + 6)), move(at(middle, hip.y + (length - hip.y) * 0.8))],
    notches: [{ name: "hip", edge: "side", at: move(hip) }],
    label: between(move(at(0, hip.y)), move(hip), 0.5),
  };
};

/** The straight skirt. @see draftSkirt for its formulas */
export const skirtBlock: Block = {
  id: "skirt-block",
  needs: () => ["waist_girth", "hip_girth", "waist_to_hip"],
  options: [{ kind: "number", name: "length", unit: "cm", min: 30, max: 110, step: 1, start: 60 }],
  draft(measures, options) {
    const length = Number(options.length);
    const difference = measures.hip_girth - measures.waist_girth;
    if (difference < 10 || difference > 36)
      return Result.fail({
        kind: "unfit",
        reason: difference < 10 ? "waist-near-hip" : "waist-far-from-hip",
        fields: ["waist_girth", "hip_girth"],
        options: [],
        values: { difference },
      });
    if (length < measures.waist_to_hip + 5)
      return Result.fail({
        kind: "unfit",
        reason: "ends-above-hip",
        fields: ["waist_to_hip"],
        options: ["length"],
        values: {},
      });
    const { numbers, points, back, front } = draftSkirt({
      waistGirth: measures.waist_girth,
      hipGirth: measures.hip_girth,
      waistToHip: measures.waist_to_hip,
      skirtLength: length,
    });
    const width = numbers.halfHip;
    const pattern: Pattern = {
      pieces: [
        pieceOf("skirt-back", back, length, null),
        pieceOf("skirt-front", front, length, ({ x, y }) => at(width - x, y)),
      ],
      seams: [
        {
          name: "side",
          one: [{ piece: "skirt-back", edge: "side" }],
          other: [{ piece: "skirt-front", edge: "side" }],
          eased: 0,
        },
      ],
      numbers,
      points,
    };
    return Result.ok(pattern);
  },
};
