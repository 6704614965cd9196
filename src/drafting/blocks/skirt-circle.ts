import { add, at, type Cubic, type Point, reverse, straight, times } from "../geometry.ts";
import type { Piece, Seam } from "../pattern.ts";
import { type Allowances, type BandPart, centreEdge, edge, hemEdge } from "./skirt-parts.ts";

/** The parts of a circle that the lessons use. */
export const CIRCLE_PARTS = { quarter: 0.25, half: 0.5, "three-quarters": 0.75, full: 1 } as const;

/** Below this angle one cubic is an arc, good to a thousandth of a millimetre. */
const MAX_ARC = Math.PI / 8;

/** The point round the corner O: angle 0 is straight down the sheet, on centre front. */
const onRing = (radius: number, angle: number): Point =>
  at(radius * Math.sin(angle), radius * Math.cos(angle));

/** An arc round O, from angle 0. */
function arc(radius: number, angle: number): Cubic[] {
  const count = Math.ceil(angle / MAX_ARC);
  const step = angle / count;
  const handle = (4 / 3) * Math.tan(step / 4) * radius;
  return Array.from({ length: count }, (_, i): Cubic => {
    const [from, to] = [i * step, (i + 1) * step];
    return [
      onRing(radius, from),
      add(onRing(radius, from), times(at(Math.cos(from), -Math.sin(from)), handle)),
      add(onRing(radius, to), times(at(Math.cos(to), -Math.sin(to)), -handle)),
      onRing(radius, to),
    ];
  });
}

interface Ring {
  readonly radius: number;
  readonly length: number;
  readonly angle: number;
}

/** A part of the ring from a centre line, which lies on the left, to its other edge. */
const ringPiece = (
  name: string,
  { radius, length, angle }: Ring,
  allowances: Allowances,
  isFold: boolean,
  other: "side" | "centre",
  notches: Piece["notches"],
): Piece => {
  const hemRadius = radius + length;
  const along = onRing(1, other === "centre" ? angle : 0);
  const inward = other === "centre" ? at(-along.y, along.x) : at(1, 0);
  const beside = times(inward, radius * 0.15);
  return {
    name,
    cut: isFold ? { count: 1, onFold: true } : { count: 2, onFold: false },
    edges: [
      edge("waist", arc(radius, angle), allowances.waist),
      edge(other, [straight(onRing(radius, angle), onRing(hemRadius, angle))], allowances.seam),
      hemEdge(arc(hemRadius, angle).map(reverse).toReversed(), allowances.hem),
      centreEdge(at(0, hemRadius), at(0, radius), isFold, allowances.seam),
    ],
    darts: [],
    guides: [],
    grain: [
      add(times(along, radius + length * 0.2), beside),
      add(times(along, radius + length * 0.8), beside),
    ],
    notches,
    label: onRing(radius + length * 0.3, angle / 2),
  };
};

export interface CircleSkirt {
  readonly pieces: readonly Piece[];
  readonly seams: readonly Seam[];
  readonly band: readonly BandPart[];
}

/**
 * Draws the skirt from a ring: up to a half circle in one piece, with centre front on the fold and a seam at centre
 * back, as the lesson draws it; beyond it front and back with side seams, as it says for a long full circle.
 * The grain runs along centre back; in a piece with a fold and a side seam along the fold.
 */
export const drawCircle = (
  part: number,
  radius: number,
  length: number,
  allowances: Allowances,
): CircleSkirt => {
  const waist = 2 * Math.PI * part * radius;
  const angle = part * Math.PI;
  if (part <= 0.5) {
    const ring = { radius, length, angle };
    const side = { name: "side", edge: "waist", at: onRing(radius, angle / 2) };
    const half = (name: string): BandPart => ({
      name,
      length: waist / 2,
      sewnTo: [{ piece: "skirt-circle", edge: "waist" }],
      marks: [{ name: "side", along: waist / 4 }],
    });
    return {
      pieces: [ringPiece("skirt-circle", ring, allowances, true, "centre", [side])],
      seams: [],
      band: [half("waist-one"), half("waist-other")],
    };
  }
  const ring = { radius, length, angle: angle / 2 };
  const quarter = (name: string, piece: string): BandPart => ({
    name,
    length: waist / 4,
    sewnTo: [{ piece, edge: "waist" }],
  });
  return {
    pieces: [
      ringPiece("skirt-back", ring, allowances, false, "side", []),
      ringPiece("skirt-front", ring, allowances, true, "side", []),
    ],
    seams: [
      {
        name: "side",
        one: [{ piece: "skirt-back", edge: "side" }],
        other: [{ piece: "skirt-front", edge: "side" }],
        eased: 0,
      },
    ],
    band: [
      quarter("waist-back", "skirt-back"),
      quarter("waist-front", "skirt-front"),
      quarter("waist-other-front", "skirt-front"),
      quarter("waist-other-back", "skirt-back"),
    ],
  };
};
