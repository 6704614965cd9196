/**
 * A drafted pattern. Lengths are in centimetres, x to the right, y down the sheet, and each piece has a
 * frame of its own. Nothing in it depends on a language: pieces, edges and options have names, for which the
 * interface has texts.
 */

import { type Cubic, distance, lengthOf, lengthOfAll, type Point } from "./geometry.ts";
import type { Edge } from "./outline.ts";
import type { SewnDart } from "./truing.ts";

/** An edge of the seam line. Names are unique within a piece. */
export interface NamedEdge extends Edge {
  readonly name: string;
}

/** A mark at which pieces meet. Notches of the same name meet when their edges are sewn. */
export interface Notch {
  readonly name: string;
  /** The name of the edge on which it lies. */
  readonly edge: string;
  readonly at: Point;
  /** Two marks side by side: the back of an armscye and of a sleeve. */
  readonly isDouble?: boolean;
}

/** How long a notch is, and how far from the stitching line it ends, in centimetres. */
const NOTCH = 0.6;
const NOTCH_FROM_SEAM = 0.3;

/**
 * From where to where a notch reaches, in centimetres from the stitching line into the piece. It lies within the
 * allowance, because a snip through the stitching line would cut the garment; where there is too little
 * allowance, it is a mark outside of the piece.
 */
export const notchSpan = (allowance: number): readonly [from: number, to: number] => {
  const length = Math.min(NOTCH, allowance - NOTCH_FROM_SEAM);
  return length > 0.1 ? [-allowance, length - allowance] : [-allowance - NOTCH, -allowance];
};

/** The marks at the legs of darts that lie on an edge. */
export const dartNotches = (darts: readonly SewnDart[], edge: string): Notch[] =>
  darts.flatMap(({ inner, outer }) => [inner, outer].map((at) => ({ name: "dart", edge, at })));

export interface Piece {
  /** Names the piece in the interface, such as `skirt-back`. Unique within a pattern. */
  readonly name: string;
  /** How many are cut from the cloth, and whether the edge `fold` lies on its fold. */
  readonly cut: { readonly count: number; readonly onFold: boolean };
  /** Of what it is cut; absent: of the cloth. */
  readonly material?: "lining";
  /** Whether it is cut of fusible interfacing, too. */
  readonly isFused?: boolean;
  /** The seam line, clockwise on the sheet and closed. The edge that lies on the fold is named `fold`. */
  readonly edges: readonly NamedEdge[];
  readonly darts: readonly SewnDart[];
  /** Lines inside the piece that help to draft and fit: hip line, bust line. */
  readonly guides: readonly (readonly Cubic[])[];
  /** The grainline, from its upper to its lower end. */
  readonly grain: readonly [Point, Point];
  readonly notches: readonly Notch[];
  /** Where the texts of the piece begin. */
  readonly label: Point;
}

/** An edge of a piece, both by name. */
export interface EdgeOf {
  readonly piece: string;
  readonly edge: string;
}

/** Edges that are sewn together. */
export interface Seam {
  readonly name: string;
  readonly one: readonly EdgeOf[];
  readonly other: readonly EdgeOf[];
  /** By how much `one` is longer, to be eased in. In centimetres. */
  readonly eased: number;
}

export const on = (piece: string, edge: string): EdgeOf => ({ piece, edge });

/** Two edges that are sewn together. */
export const seam = (name: string, one: EdgeOf, other: EdgeOf, eased = 0): Seam => ({
  name,
  one: [one],
  other: [other],
  eased,
});

/** A step in which a garment is sewn. The interface has a text for each. */
export type SewingStep =
  | "fuse-facing"
  | "fuse-band"
  | "darts"
  | "centre-vent"
  | "centre"
  | "zip"
  | "vent"
  | "sides"
  | "lining"
  | "lining-slit"
  | "facing"
  | "facing-lined"
  | "lining-waist"
  | "band"
  | "hem"
  | "hem-vent"
  | "lining-hem";

export interface Pattern {
  readonly pieces: readonly Piece[];
  readonly seams: readonly Seam[];
  /**
   * What the finished garment measures round the body, by name: `waist`, `hip`, `bust`. In centimetres. The waist
   * is measured on edges of that name where it is left out.
   */
  readonly girths?: Readonly<Record<string, number>>;
  /** What the lessons work out, by name: centimetres or counts. A student can measure the lengths on paper. */
  readonly numbers: Readonly<Record<string, number>>;
  /** What the sums of the lessons come to on the way, by name. Their kinds are in `number-kind.ts`. */
  readonly steps?: Readonly<Record<string, number>>;
  /** The lettered points of the lessons, in the frame of the draft. */
  readonly points: Readonly<Record<string, Point>>;
  /** The order in which a garment is sewn. Blocks have none. */
  readonly sewing?: readonly SewingStep[];
}

/** Points that are nearer than this, in centimetres, are one. */
const SAME = 1e-3;

/** Whether a curve is a part of the mouth of a dart, which has no length once the dart is sewn. */
export const isMouth = ({ darts }: Piece, [from, , , to]: Cubic): boolean => {
  const is = (a: Point, b: Point) => distance(a, b) < SAME;
  return darts.some(({ inner, outer, cap }) =>
    is(from, cap)
      ? is(to, inner) || is(to, outer)
      : is(to, cap) && (is(from, inner) || is(from, outer)),
  );
};

/** The length of an edge with its darts sewn shut, in centimetres. */
export const sewnLength = (piece: Piece, { curves }: NamedEdge): number =>
  curves.reduce((sum, curve) => sum + (isMouth(piece, curve) ? 0 : lengthOf(curve)), 0);

/** How often a piece is in the garment; one on the fold is half of what is cut. */
export const timesOf = ({ cut }: Pick<Piece, "cut">): number => cut.count * (cut.onFold ? 2 : 1);

/**
 * What the garment measures on the first guide line of its pieces, such as the hip line. In centimetres.
 * @param pieces those that go round the body
 * @returns null if one of them has no such line
 */
export const girthOnGuide = (pieces: readonly Piece[]): number | null => {
  let sum = 0;
  for (const piece of pieces) {
    const [guide] = piece.guides;
    if (!guide) return null;
    sum += timesOf(piece) * lengthOfAll(guide);
  }
  return sum;
};
