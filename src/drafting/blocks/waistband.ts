import { at, type Point, straight } from "../geometry.ts";
import type { Notch, Piece, Seam } from "../pattern.ts";
import { type BandPart, edge } from "./skirt-parts.ts";

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
