import { at, between, type Cubic, mapCurve, type Point, reverse, straight } from "../geometry.ts";
import type { EdgeOf, NamedEdge, Notch, Piece, Seam, SewnDart } from "../pattern.ts";
import type { SkirtPiece } from "../skirt-piece.ts";
import type { TruedSeam } from "../truing.ts";

/** What is added outside the seam line, in centimetres. */
export interface Allowances {
  readonly seam: number;
  readonly waist: number;
  readonly hem: number;
}

/** An edge of a seam. */
export const edge = (name: string, curves: readonly Cubic[], allowance: number): NamedEdge => ({
  name,
  curves,
  allowance,
});

export const hemEdge = (curves: readonly Cubic[], allowance: number): NamedEdge => ({
  ...edge("hem", curves, allowance),
  isHem: true,
});

/** The centre line from the hem up: on the fold, or a seam. */
export const centreEdge = (hem: Point, waist: Point, isFold: boolean, seam: number): NamedEdge =>
  edge(isFold ? "fold" : "centre", [straight(hem, waist)], isFold ? 0 : seam);

/** The waist with the caps of its darts, from the centre to the side. */
export const waistWithCaps = ({ parts, darts }: TruedSeam): Cubic[] =>
  parts.flatMap((part, i) => {
    const dart = darts[i];
    return dart ? [part, straight(dart.inner, dart.cap), straight(dart.cap, dart.outer)] : [part];
  });

/** The marks at the legs of darts. */
export const dartNotches = (darts: readonly SewnDart[]): Notch[] =>
  darts.flatMap(({ inner, outer }) =>
    [inner, outer].map((leg) => ({ name: "dart", edge: "waist", at: leg })),
  );

/** Turns a piece over, as the front lies on the sheet of the lessons, with its centre on the right. */
export const turnOver = (piece: Piece, width: number): Piece => {
  const move = ({ x, y }: Point): Point => at(width - x, y);
  const moved = (curve: Cubic): Cubic => mapCurve(curve, move);
  return {
    ...piece,
    edges: piece.edges.toReversed().map((one) => ({
      ...one,
      curves: one.curves.toReversed().map((curve) => reverse(moved(curve))),
    })),
    darts: piece.darts.map((dart) => ({
      centre: move(dart.centre),
      point: move(dart.point),
      inner: move(dart.inner),
      outer: move(dart.outer),
      cap: move(dart.cap),
    })),
    guides: piece.guides.map((guide) => guide.map(moved)),
    grain: [move(piece.grain[0]), move(piece.grain[1])],
    notches: piece.notches.map((notch) => ({ ...notch, at: move(notch.at) })),
    label: move(piece.label),
  };
};

/** A half of the straight skirt, its centre on the left. */
export const straightPiece = (
  name: string,
  { trued, hipCurve, centreWaist }: SkirtPiece,
  length: number,
  allowances: Allowances,
  isFold: boolean,
): Piece => {
  const hip = hipCurve[3];
  const hem = at(hip.x, length);
  const centreHem = at(0, length);
  const middle = hip.x * 0.4;
  return {
    name,
    cut: isFold ? { count: 1, onFold: true } : { count: 2, onFold: false },
    edges: [
      edge("waist", waistWithCaps(trued), allowances.waist),
      edge("side", [hipCurve, straight(hip, hem)], allowances.seam),
      hemEdge([straight(hem, centreHem)], allowances.hem),
      centreEdge(centreHem, centreWaist, isFold, allowances.seam),
    ],
    darts: trued.darts,
    guides: [[straight(at(0, hip.y), hip)]],
    grain: [
      at(middle, hip.y + (length - hip.y) * 0.15),
      at(middle, hip.y + (length - hip.y) * 0.8),
    ],
    notches: [
      { name: "hip", edge: "side", at: hip },
      ...(isFold ? [] : [{ name: "zip", edge: "centre", at: at(0, hip.y) }]),
      ...dartNotches(trued.darts),
    ],
    label: between(at(0, hip.y), hip, 0.5),
  };
};

/** What the band is sewn to, in the order of sewing. */
export interface BandPart {
  readonly name: string;
  readonly length: number;
  readonly sewnTo: readonly EdgeOf[];
  /** Marks between the ends of the part: by name, and how far along. */
  readonly marks?: readonly { readonly name: string; readonly along: number }[];
}

/** The waist of a whole skirt, in centimetres. */
export const aroundWaist = (
  back: { readonly trued: { readonly length: number } },
  front: { readonly trued: { readonly length: number } },
): number => 2 * (back.trued.length + front.trued.length);

export const on = (piece: string, name: string): EdgeOf => ({ piece, edge: name });

/** Edges that are sewn together, each of a piece. */
export const seam = (name: string, one: EdgeOf, other: EdgeOf): Seam => ({
  name,
  one: [one],
  other: [other],
  eased: 0,
});

/** The band goes from centre back over one side to the other. */
export const bandOf = (
  back: { readonly length: number; readonly edges: readonly EdgeOf[] },
  front: { readonly length: number; readonly edges: readonly EdgeOf[] },
): BandPart[] => [
  { name: "waist-back", length: back.length, sewnTo: back.edges },
  { name: "waist-front", length: front.length, sewnTo: front.edges.toReversed() },
  { name: "waist-other-front", length: front.length, sewnTo: front.edges },
  { name: "waist-other-back", length: back.length, sewnTo: back.edges.toReversed() },
];
