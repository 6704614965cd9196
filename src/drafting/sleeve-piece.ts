import {
  alongCurve,
  at,
  type Cubic,
  lengthOf,
  type Point,
  pointOn,
  reverse,
  straight,
} from "./geometry.ts";
import type { NamedEdge, Notch, Piece } from "./pattern.ts";
import type { SleeveDraft } from "./sleeve.ts";

/** The point of a line of curves that lies the given length from its start. */
function pointAlong(curves: readonly Cubic[], length: number): Point {
  let rest = length;
  for (const curve of curves) {
    const own = lengthOf(curve);
    if (rest < own) return pointOn(curve, alongCurve(curve, rest));
    rest -= own;
  }
  return (curves.at(-1) as Cubic)[3];
}

/** The sleeve as a piece. @param seam and hem: allowances in centimetres */
export function sleevePiece(draft: SleeveDraft, seam: number, hem: number): Piece {
  const { points: q, numbers: n, backCap, frontCap } = draft;
  const edges: NamedEdge[] = [
    {
      name: "cap",
      curves: [...backCap.curves, ...frontCap.curves.map(reverse).reverse()],
      allowance: seam,
    },
    { name: "underarm-front", curves: [straight(q.B, q.G)], allowance: seam },
    { name: "wrist", curves: [straight(q.G, q.F)], allowance: hem, isHem: true },
    { name: "underarm-back", curves: [straight(q.F, q.A)], allowance: seam },
  ];
  // A short sleeve ends above the elbow.
  const hasElbow = n.elbowDepth > n.capHeight && n.elbowDepth < n.sleeveLength;
  const elbow: Notch[] = [
    { name: "elbow", edge: "underarm-front", at: q.K },
    { name: "elbow", edge: "underarm-back", at: q.H },
  ];
  const below = n.sleeveLength - n.capHeight;
  return {
    name: "sleeve",
    cut: { count: 2, onFold: false },
    edges,
    darts: [],
    guides: [[straight(q.A, q.B)], ...(hasElbow ? [[straight(q.H, q.K)]] : [])],
    grain: [at(q.C.x, n.capHeight / 3), at(q.C.x, n.capHeight + below * 0.8)],
    notches: [
      {
        name: "armscye-back",
        edge: "cap",
        at: pointAlong(backCap.curves, n.backNotch),
        isDouble: true,
      },
      { name: "shoulder", edge: "cap", at: q.C },
      { name: "armscye-front", edge: "cap", at: pointAlong(frontCap.curves, n.frontNotch) },
      ...(hasElbow ? elbow : []),
    ],
    label: at(q.C.x + 1, n.capHeight + Math.min(3, below / 4)),
  };
}
