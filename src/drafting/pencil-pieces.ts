import {
  alongCurve,
  at,
  bisect,
  type Cubic,
  direction,
  distance,
  hemBetween,
  lengthOfAll,
  mapCurve,
  type Point,
  pointOn,
  quarterTurn,
  reverse,
  split,
  straight,
  subtract,
  tangentOn,
  times,
} from "./geometry.ts";
import { dartNotches, type NamedEdge, type Piece } from "./pattern.ts";
import { type Allowances, centreEdge, edge, hemEdge, notchesOf } from "./skirt-parts.ts";
import type { SkirtPiece } from "./skirt-piece.ts";
import { type TruedSeam, trueSeam, withCaps } from "./truing.ts";

/** A straight line to the hem begins this far down from the hip line, as a share of the way; own. */
const TAPERS_FROM = 0.25;

/** The depth of a shaped facing; own: it holds the points of the seam allowances, and ends above the darts' points. */
const FACING_DEPTH_CM = 5;
/** A facing ends above the points of the darts, for below them it would not lie flat. A share of their depth; own. */
const OF_SHORTEST_DART = 0.85;

/** A half of the skirt, its centre on the left. */
export interface PencilHalf {
  readonly piece: SkirtPiece;
  /** From the waist to the hem. */
  readonly side: readonly [hip: Cubic, taper: Cubic];
  /** From the side to the centre. */
  readonly hem: Cubic;
  readonly centreHem: Point;
}

/**
 * The side from the hip line to the hem: upright at the hip line, and soon a straight line to the hem, which lies
 * `taperCm` further in. Own.
 */
const taperedSide = (hip: Point, lengthCm: number, taperCm: number): Cubic => {
  const below = lengthCm - hip.y;
  const end = at(hip.x - taperCm, lengthCm);
  const along = direction(at(hip.x, hip.y + below * TAPERS_FROM), end);
  return [hip, at(hip.x, hip.y + below / 3), subtract(end, times(along, below / 3)), end];
};

/** Where a curve that runs down the sheet crosses a level. @returns its parameter */
const atLevel = (curve: Cubic, y: number): number => bisect((t) => pointOn(curve, t).y - y, 0, 1);

/** A half whose side and hem end at a length. The hem meets side and centre at right angles, so that it is one line. */
const halfOf = (piece: SkirtPiece, taper: Cubic, endY: number): PencilHalf => {
  const centreHem = at(0, endY);
  const down = tangentOn(taper, 1);
  return {
    piece,
    side: [piece.hipCurve, taper],
    hem: hemBetween(taper[3], down, centreHem, at(0, 1)),
    centreHem,
  };
};

/** Tapers a half of the skirt block. Its waist and its hip stay as they are. Lengths in centimetres. */
export const pencilHalf = (piece: SkirtPiece, lengthCm: number, taperCm: number): PencilHalf =>
  halfOf(piece, taperedSide(piece.hipCurve[3], lengthCm, taperCm), lengthCm);

/** The half, shorter at its hem. */
export const shortened = ({ piece, side: [, taper], centreHem }: PencilHalf, byCm: number) => {
  const endY = centreHem.y - byCm;
  return halfOf(piece, split(taper, atLevel(taper, endY))[0], endY);
};

/** The width of a half at a level below its hip line, in centimetres. */
export const widthAt = ({ side: [, taper] }: PencilHalf, y: number): number =>
  y >= taper[3].y ? taper[3].x : pointOn(taper, atLevel(taper, y)).x;

/** What a facing takes of a half, and what it leaves. */
export interface FacedHalf {
  /** With the darts shut: what the facing is cut to. Upper edge, side and lower edge from the centre to the side. */
  readonly facing: {
    readonly upper: Cubic;
    readonly side: Cubic;
    readonly lower: Cubic;
    /** Where the shut darts of the half meet the upper edge. */
    readonly darts: readonly Point[];
  };
  /** The line below the facing on the flat half, across its darts. */
  readonly below: TruedSeam;
  /** Where that line begins, at the centre. */
  readonly centre: Point;
  /** What is left of the hip curve. */
  readonly hipCurve: Cubic;
}

/** How deep the facing of both halves is, in centimetres. */
export const facingDepth = (halves: readonly PencilHalf[]): number =>
  Math.min(
    FACING_DEPTH_CM,
    ...halves.flatMap(({ piece }) =>
      piece.darts.map(({ centre, point }) => distance(centre, point) * OF_SHORTEST_DART),
    ),
  );

/**
 * Makes the shaped facing: the upper part of the half is traced with its darts folded shut, so
 * that the facing has none. Its lower edge is parallel to the waist at centre and side.
 */
export const faceHalf = ({ piece }: PencilHalf, depthCm: number): FacedHalf => {
  const { trued, hipCurve, darts, centreWaist } = piece;
  const t = alongCurve(hipCurve, depthCm);
  const [above, left] = split(hipCurve, t);
  const centre = at(0, centreWaist.y + depthCm);
  const square = times(quarterTurn(tangentOn(hipCurve, t)), -1);
  const below = trueSeam(centre, darts, above[3], square);
  const shut = (p: Point): Point => trued.fold(p, darts.length);
  const upper = trued.closed;
  const toDart = (i: number): number => lengthOfAll(trued.parts.slice(0, i + 1));
  const atDarts = darts.map((_, i) => pointOn(upper, alongCurve(upper, toDart(i))));
  return {
    facing: { upper, side: mapCurve(above, shut), lower: below.closed, darts: atDarts },
    below,
    centre,
    hipCurve: left,
  };
};

/** How wide the two layers of a lapped vent lie over each other; own: they stay closed while one stands. */
const VENT_WIDTH_CM = 4;
/** How much lower the vent's outer corner is than its inner one, so that its seam lies under no strain; own. */
const VENT_SLOPE_CM = 2;

/** A piece with its centre on the left, before it is known how it is cut. */
type Lines = Pick<
  Piece,
  "name" | "darts" | "guides" | "notches" | "label" | "material" | "isFused"
> & {
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
    top: edge("waist", withCaps(piece.trued), allowances.waist),
    side: edge("side", side, allowances.seam),
    bottom: hemEdge([hem, ...lap], allowances.hem),
    centre: hasVent
      ? ventEdges(centreHem, piece.centreWaist, ventTop, allowances.seam)
      : [centreEdge(centreHem, piece.centreWaist, isFold, allowances.seam)],
    darts: piece.trued.darts,
    // The vent is folded where the centre goes on to the hem.
    guides: [...hipGuide(hip), ...(hasVent ? [[straight(at(0, ventTop), centreHem)]] : [])],
    grain: grainBetween(hip.x * 0.4, hip.y, centreHem.y),
    notches: notchesOf(hip, hip.y, isFold, piece.trued.darts),
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
    isFused: true,
    top: edge("waist", [upper], allowances.waist),
    side: edge("side", [facing.side], allowances.seam),
    bottom: edge("lower", [reverse(lower)], lowerCm),
    centre: [centreEdge(centre, centreWaist, isFold, allowances.seam)],
    darts: [],
    guides: [],
    grain: grainBetween(upper[3].x * 0.2, centreWaist.y, centre.y),
    notches: facing.darts.map((at) => ({ name: "dart", edge: "waist", at })),
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
    material: "lining",
    top: edge("waist", withCaps(trued), allowances.waist),
    side: edge("side", [hipCurve, taper], allowances.seam),
    bottom: hemEdge([hem], allowances.hem),
    centre: [centreEdge(centreHem, centre, isFold, allowances.seam)],
    darts: trued.darts,
    guides: hipGuide(hip),
    grain: grainBetween(hip.x * 0.4, hip.y, centreHem.y),
    notches: [
      ...notchesOf(hip, hip.y, isFold, []),
      ...(slitTop === null ? [] : [{ name: "slit", edge: "centre", at: at(0, slitTop) }]),
      ...dartNotches(trued.darts, "waist"),
    ],
    label: at(hip.x / 2, hip.y),
  });
};
