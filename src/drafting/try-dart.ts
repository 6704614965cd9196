/** A bodice front whose bust dart is dragged round the bust point: what a lesson lets a student try. */

import type { Values } from "../domain/measurements/fields.ts";
import { bodiceBlock, bodiceOf } from "./bodice-block.ts";
import {
  FRONT_PARTS,
  frontEdge,
  frontEdgeLength,
  positionOfPlace,
  positionToward,
} from "./dart-moves.ts";
import { completeOptions, draftBlock, measuresFor } from "./draft.ts";
import { moveDartTo } from "./front-piece.ts";
import { type Cubic, type Point, pointOn } from "./geometry.ts";
import { type Piece, sewnLength } from "./pattern.ts";
import type { SewnDart } from "./truing.ts";

/** Round the drafted front, in centimetres: a part that turns goes beyond it. */
const ROOM = 7;

/** The front with its dart at one place. Lengths are in centimetres. */
export interface TriedFront {
  /** The name of the edge in which the dart is. */
  readonly edge: string;
  /** Where the dart opens, on the edge of the front as drafted. */
  readonly at: Point;
  readonly outline: readonly Cubic[];
  readonly darts: readonly SewnDart[];
  /** The width of the dart at its mouth. */
  readonly width: number;
  /** Round the whole body, its darts sewn shut. */
  readonly waist: number;
  readonly seams: readonly {
    readonly name: string;
    readonly back: number;
    readonly front: number;
  }[];
}

export interface TryDart {
  /** Round the front, in centimetres: positions run from 0 to it. */
  readonly length: number;
  /** Where it begins: in the side, as in the lesson. */
  readonly start: number;
  readonly bustPoint: Point;
  /** The edge as drafted, with its dart in the shoulder. */
  readonly drafted: readonly Cubic[];
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  /** @param share how much of the dart is moved, from 0 to 1 */
  readonly move: (position: number, share: number) => TriedFront;
  /** The position in the direction of a point. */
  readonly toward: (point: Point) => number;
}

const edgeOf = (piece: Piece, name: string): number => {
  const found = piece.edges.find((edge) => edge.name === name);
  return found ? sewnLength(piece, found) : 0;
};

/** Opens the front of measures. @returns null if nothing can be drafted from them */
export const openTryDart = (values: Values): TryDart | null => {
  const { pattern } = draftBlock(bodiceBlock, { values, options: {} });
  const back = pattern?.pieces[0];
  if (!pattern || !back) return null;

  const bodice = bodiceOf(measuresFor(bodiceBlock, values), completeOptions(bodiceBlock, {}));
  const edge = frontEdge(bodice);
  const points = edge.flat();
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM];
  const backWaist = edgeOf(back, "waist");
  const backSeams = pattern.seams.map(({ name }) => ({ name, back: edgeOf(back, name) }));

  return {
    length: frontEdgeLength(bodice),
    start: positionOfPlace(bodice, "side"),
    bustPoint: bodice.points.M,
    drafted: edge,
    box: {
      left,
      top,
      width: Math.max(...xs) + ROOM - left,
      height: Math.max(...ys) + ROOM - top,
    },
    move(position, share) {
      const { piece, width, place } = moveDartTo(bodice, position, share);
      const [part, t] = place ?? [0, 0];
      return {
        edge: FRONT_PARTS[part] ?? "",
        at: pointOn(edge[part] as Cubic, t),
        outline: piece.edges.flatMap(({ curves }) => curves),
        darts: piece.darts,
        width,
        waist: 2 * (backWaist + edgeOf(piece, "waist")),
        seams: backSeams.map((seam) => ({ ...seam, front: edgeOf(piece, seam.name) })),
      };
    },
    toward: (point) => positionToward(bodice, point),
  };
};
