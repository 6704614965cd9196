import {
  type Allowances,
  centreEdge,
  dartNotches,
  edge,
  hemEdge,
  waistWithCaps,
} from "./blocks/skirt-parts.ts";
import { at, type Cubic, type Point, reverse, straight } from "./geometry.ts";
import type { NamedEdge, Notch, Piece } from "./pattern.ts";
import type { FacedHalf, PencilHalf } from "./pencil-shape.ts";
import type { TruedSeam } from "./truing.ts";

/** How wide the two layers of a lapped vent lie over each other; own, within the 4 to 5 cm of trade handbooks. */
const VENT_WIDTH_CM = 4;
/** How much lower the vent's outer corner is than its inner one, so that its seam lies under no strain; own. */
const VENT_SLOPE_CM = 2;

/** A piece with its centre on the left, before it is known how it is cut. */
type Lines = Pick<Piece, "name" | "darts" | "guides" | "notches" | "label"> & {
  readonly top: NamedEdge;
  readonly side: NamedEdge;
  /** From the side to the centre. */
  readonly bottom: NamedEdge;
  readonly centre: readonly NamedEdge[];
  readonly grain: Piece["grain"];
};

const pieceOf = ({ top, side, bottom, centre, ...rest }: Lines): Piece => {
  const onFold = centre.some(({ name }) => name === "fold");
  return {
    ...rest,
    cut: onFold ? { count: 1, onFold } : { count: 2, onFold },
    edges: [top, side, bottom, ...centre],
  };
};

/** The centre line with a lapped vent, from the hem up. The seam of the vent's top meets its like. */
const ventEdges = (hem: Point, waist: Point, ventTop: number, seamCm: number): NamedEdge[] => {
  const outer = at(-VENT_WIDTH_CM, ventTop + VENT_SLOPE_CM);
  const inner = at(0, ventTop);
  return [
    edge("vent", [straight(at(-VENT_WIDTH_CM, hem.y), outer)], seamCm),
    edge("vent-top", [straight(outer, inner)], seamCm),
    edge("centre", [straight(inner, waist)], seamCm),
  ];
};

const grainBetween = (x: number, from: number, to: number): Piece["grain"] => [
  at(x, from + (to - from) * 0.15),
  at(x, from + (to - from) * 0.8),
];

const hipGuide = (hip: Point): (readonly Cubic[])[] => [[straight(at(0, hip.y), hip)]];

const hipNotch = (hip: Point): Notch => ({ name: "hip", edge: "side", at: hip });
/** The zip ends at the hip line. */
const zipNotch = (hip: Point): Notch => ({ name: "zip", edge: "centre", at: at(0, hip.y) });

/**
 * A half of the skirt itself.
 * @param ventTop the level at which the vent of a back begins; null without one
 */
export const skirtHalf = (
  name: string,
  { piece, side, hem, centreHem }: PencilHalf,
  allowances: Allowances,
  isFold: boolean,
  ventTop: number | null,
): Piece => {
  const hip = side[1][0];
  const hasVent = ventTop !== null;
  const lap = hasVent ? [straight(centreHem, at(-VENT_WIDTH_CM, centreHem.y))] : [];
  return pieceOf({
    name,
    top: edge("waist", waistWithCaps(piece.trued), allowances.waist),
    side: edge("side", side, allowances.seam),
    bottom: hemEdge([hem, ...lap], allowances.hem),
    centre: hasVent
      ? ventEdges(centreHem, piece.centreWaist, ventTop, allowances.seam)
      : [centreEdge(centreHem, piece.centreWaist, isFold, allowances.seam)],
    darts: piece.trued.darts,
    // The vent is folded where the centre goes on to the hem.
    guides: [...hipGuide(hip), ...(hasVent ? [[straight(at(0, ventTop), centreHem)]] : [])],
    grain: grainBetween(hip.x * 0.4, hip.y, centreHem.y),
    notches: [hipNotch(hip), ...(isFold ? [] : [zipNotch(hip)]), ...dartNotches(piece.trued.darts)],
    label: at(hip.x / 2, hip.y),
  });
};

/** @param lowerCm the allowance of its lower edge: none where it is overcast, that of a seam where a lining follows */
export const facingHalf = (
  name: string,
  { facing, centre }: FacedHalf,
  centreWaist: Point,
  allowances: Allowances,
  isFold: boolean,
  lowerCm: number,
): Piece => {
  const { upper, lower } = facing;
  return pieceOf({
    name,
    top: edge("waist", [upper], allowances.waist),
    side: edge("side", [facing.side], allowances.seam),
    bottom: edge("lower", [reverse(lower)], lowerCm),
    centre: [centreEdge(centre, centreWaist, isFold, allowances.seam)],
    darts: [],
    guides: [],
    grain: grainBetween(upper[3].x * 0.2, centreWaist.y, centre.y),
    notches: [],
    label: at(upper[3].x * 0.3, centreWaist.y),
  });
};

/** What a lining hangs from: the waist of the skirt, or the lower edge of its facing. */
export interface LiningTop {
  readonly trued: TruedSeam;
  readonly centre: Point;
  readonly hipCurve: Cubic;
}

/** @param slitTop the level below which the centre stays open; null for a closed one */
export const liningHalf = (
  name: string,
  { side: [, taper], hem, centreHem }: PencilHalf,
  { trued, centre, hipCurve }: LiningTop,
  allowances: Allowances,
  isFold: boolean,
  slitTop: number | null,
): Piece => {
  const hip = taper[0];
  return pieceOf({
    name,
    top: edge("waist", waistWithCaps(trued), allowances.waist),
    side: edge("side", [hipCurve, taper], allowances.seam),
    bottom: hemEdge([hem], allowances.hem),
    centre: [centreEdge(centreHem, centre, isFold, allowances.seam)],
    darts: trued.darts,
    guides: hipGuide(hip),
    grain: grainBetween(hip.x * 0.4, hip.y, centreHem.y),
    notches: [
      hipNotch(hip),
      ...(isFold ? [] : [zipNotch(hip)]),
      ...(slitTop === null ? [] : [{ name: "slit", edge: "centre", at: at(0, slitTop) }]),
      ...dartNotches(trued.darts),
    ],
    label: at(hip.x / 2, hip.y),
  });
};
