import { angleOf } from "../../../src/drafting/geometry.ts";
import type { Pattern, Piece } from "../../../src/drafting/pattern.ts";

const TURN = 2 * Math.PI;
const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** The angle within a piece where its outline goes from one edge into the next, in degrees. */
const cornerAfter = ({ edges }: Piece, edge: number): number => {
  const [arriving, leaving] = [
    edges[edge]?.curves.at(-1),
    edges[(edge + 1) % edges.length]?.curves[0],
  ];
  if (!arriving || !leaving) throw new Error("a piece without edges");
  const back = angleOf(arriving[3], arriving[2]);
  const on = angleOf(leaving[0], leaving[1]);
  return degrees((((back - on) % TURN) + TURN) % TURN);
};

/**
 * By how many degrees a line has a corner where it crosses a seam of two edges: both pieces together make 180°.
 * @param end of the seam: on the edge of `one`, where it begins or where it ends; the other piece lies the other way
 * round.
 */
export const cornerAtSeam = (
  { pieces }: Pattern,
  [one, other]: readonly [readonly [string, string], readonly [string, string]],
  end: "begins" | "ends",
): number => {
  const at = ([piece, edge]: readonly [string, string], ends: boolean): number => {
    const found = pieces.find(({ name }) => name === piece);
    const index = found?.edges.findIndex(({ name }) => name === edge) ?? -1;
    if (!found || index < 0) throw new Error(`there is no edge ${edge} of ${piece}`);
    const count = found.edges.length;
    return cornerAfter(found, ends ? index : (index + count - 1) % count);
  };
  return Math.abs(at(one, end === "ends") + at(other, end === "begins") - 180);
};

/** The sharpest corner within an edge, in degrees: 0 where all of its curves run smoothly into each other. */
export const cornerWithin = (piece: Piece, edge: string): number => {
  const curves = piece.edges.find(({ name }) => name === edge)?.curves ?? [];
  return Math.max(
    0,
    ...curves.slice(1).map((curve, i) => {
      const before = curves[i] ?? curve;
      const turn = angleOf(curve[0], curve[1]) - angleOf(before[2], before[3]);
      return Math.abs(degrees(Math.atan2(Math.sin(turn), Math.cos(turn))));
    }),
  );
};
