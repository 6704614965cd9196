import type { OptionValues } from "./block.ts";
import { at, backward, between, type Cubic, type Point, straight } from "./geometry.ts";
import { mapPiece } from "./map-piece.ts";
import {
  dartNotches,
  type EdgeOf,
  type NamedEdge,
  type Notch,
  on,
  type Piece,
  type Seam,
} from "./pattern.ts";
import type { SkirtPiece } from "./skirt-piece.ts";
import { type SewnDart, withCaps } from "./truing.ts";

/** What is added outside the seam line, in centimetres. */
export interface Allowances {
  readonly seam: number;
  readonly waist: number;
  readonly hem: number;
}

/** A waist edge lies hidden in the facing or the waistband. */
const MAX_WAIST_ALLOWANCE = 1;

/** @param hem the option of the hem's allowance */
export const allowancesOf = (options: OptionValues, hem: string): Allowances => {
  const seam = Number(options.seamAllowance);
  return { seam, waist: Math.min(seam, MAX_WAIST_ALLOWANCE), hem: Number(options[hem]) };
};

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

/** The marks at the hip, at the end of the zip, for which a fold has no seam, and at the legs of darts. */
export const notchesOf = (
  hip: Point,
  zipEnd: number,
  isFold: boolean,
  darts: readonly SewnDart[],
): Notch[] => [
  { name: "hip", edge: "side", at: hip },
  ...(isFold ? [] : [{ name: "zip", edge: "centre", at: at(0, zipEnd) }]),
  ...dartNotches(darts, "waist"),
];

/** Turns a piece over, as the front lies on the sheet of the lessons, with its centre on the right. */
export const turnOver = (piece: Piece, width: number): Piece => {
  const turned = mapPiece(piece, ({ x, y }) => at(width - x, y));
  const edges = turned.edges.map((one) => ({ ...one, curves: backward(one.curves) }));
  return { ...turned, edges: edges.reverse() };
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
      edge("waist", withCaps(trued), allowances.waist),
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
    notches: notchesOf(hip, hip.y, isFold, trued.darts),
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

/** The band of a skirt of one piece for each half. @param back and front: lengths in centimetres */
export const bandOfHalves = (back: number, front: number): BandPart[] =>
  bandOf(
    { length: back, edges: [on("skirt-back", "waist")] },
    { length: front, edges: [on("skirt-front", "waist")] },
  );

/** The finished width and the overlap at the opening, in centimetres. */
const WIDTH = 3;
const OVERLAP = 3;

/**
 * The straight band of the lesson on waistbands: a strip as long as the waist with its overlap, twice as wide as it
 * is when it is finished, folded along its middle.
 */
export const waistband = (
  parts: readonly BandPart[],
  allowance: number,
): { readonly piece: Piece; readonly seams: readonly Seam[]; readonly length: number } => {
  const bottom = 2 * WIDTH;
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  const notches: Notch[] = [];
  // The lower edge runs from right to left: the first part begins at the right, beside the overlap.
  let right = total;
  const sewn = parts.map(({ name, length, marks = [] }) => {
    const [start, end]: [Point, Point] = [at(right, bottom), at(right - length, bottom)];
    for (const mark of marks)
      notches.push({ name: mark.name, edge: name, at: at(right - mark.along, bottom) });
    right -= length;
    return edge(name, [straight(start, end)], allowance);
  });
  const end = total + OVERLAP;
  return {
    length: end,
    piece: {
      name: "waistband",
      cut: { count: 1, onFold: false },
      isFused: true,
      edges: [
        edge("top", [straight(at(0, 0), at(end, 0))], allowance),
        edge("end", [straight(at(end, 0), at(end, bottom))], allowance),
        edge("overlap", [straight(at(end, bottom), at(total, bottom))], allowance),
        ...sewn,
        edge("start", [straight(at(0, bottom), at(0, 0))], allowance),
      ],
      darts: [],
      guides: [[straight(at(0, WIDTH), at(end, WIDTH))]],
      grain: [at(total * 0.3, WIDTH / 2), at(total * 0.7, WIDTH / 2)],
      notches,
      label: at(total * 0.1, WIDTH * 1.5),
    },
    seams: parts.map(({ name, sewnTo }) => ({
      name,
      one: [{ piece: "waistband", edge: name }],
      other: sewnTo,
      eased: 0,
    })),
  };
};
