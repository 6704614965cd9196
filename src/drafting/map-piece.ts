import { type Cubic, mapCurve, type Point } from "./geometry.ts";
import type { Piece } from "./pattern.ts";
import { mapDart } from "./truing.ts";

/** Moves each point of a piece. */
export const mapPiece = (piece: Piece, move: (p: Point) => Point): Piece => {
  const moved = (curves: readonly Cubic[]) => curves.map((curve) => mapCurve(curve, move));
  return {
    ...piece,
    edges: piece.edges.map((edge) => ({ ...edge, curves: moved(edge.curves) })),
    darts: piece.darts.map((dart) => mapDart(dart, move)),
    guides: piece.guides.map(moved),
    grain: [move(piece.grain[0]), move(piece.grain[1])],
    notches: piece.notches.map((notch) => ({ ...notch, at: move(notch.at) })),
    label: move(piece.label),
  };
};
