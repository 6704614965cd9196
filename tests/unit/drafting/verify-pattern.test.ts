import { describe, expect, it } from "vitest";
import { draft } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { add, at, straight } from "../../../src/drafting/geometry.ts";
import type { NamedEdge, Pattern, Piece } from "../../../src/drafting/pattern.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";

const { pattern } = draft({ block: "skirt-block", values: EXAMPLE_BODY, options: {} });
if (!pattern) throw new Error("the example has a skirt");

/** The example's skirt with one piece changed. */
const withPiece = (name: string, change: (piece: Piece) => Piece): Pattern => ({
  ...pattern,
  pieces: pattern.pieces.map((piece) => (piece.name === name ? change(piece) : piece)),
});
const withEdge = (name: string, edgeName: string, change: (edge: NamedEdge) => NamedEdge) =>
  withPiece(name, (piece) => ({
    ...piece,
    edges: piece.edges.map((edge) => (edge.name === edgeName ? change(edge) : edge)),
  }));

describe("what is wrong with a pattern", () => {
  it("is nothing for the example of the lessons", () => {
    expect(patternProblems(pattern)).toEqual([]);
  });

  it("is a point that is no number", () => {
    const broken = withPiece("skirt-back", (piece) => ({ ...piece, label: at(Number.NaN, 1) }));
    expect(patternProblems(broken)).toEqual(["skirt-back has a point that is no number"]);
    const numbers = { ...pattern.numbers, halfHip: Number.NaN };
    expect(patternProblems({ ...pattern, numbers })).toEqual(["number halfHip is NaN"]);
  });

  it("is an outline that is open, runs the other way or crosses itself", () => {
    const open = withEdge("skirt-back", "hem", (edge) => ({ ...edge, curves: [] }));
    expect(patternProblems(open).join()).toContain("is open");
    const around = withPiece("skirt-back", (piece) => ({
      ...piece,
      notches: [],
      edges: piece.edges.toReversed().map((edge) => ({
        ...edge,
        curves: edge.curves.toReversed().map((c) => [c[3], c[2], c[1], c[0]] as const),
      })),
    }));
    expect(patternProblems(around).join()).toContain("does not run clockwise");
    const crossed = withEdge("skirt-back", "hem", (edge) => {
      const [curve] = edge.curves;
      if (!curve) return edge;
      const far = at(-20, 40);
      const back = at(40, 30);
      return {
        ...edge,
        curves: [straight(curve[0], far), straight(far, back), straight(back, curve[3])],
      };
    });
    expect(patternProblems(crossed).join()).toContain("crosses itself");
  });

  it("is a dart with unequal legs, or beside the seam line", () => {
    const uneven = withPiece("skirt-back", (piece) => ({
      ...piece,
      darts: piece.darts.map((dart) => ({ ...dart, point: add(dart.point, at(1, 0)) })),
    }));
    expect(patternProblems(uneven).join()).toContain("legs that differ");
    const beside = withPiece("skirt-back", (piece) => ({
      ...piece,
      darts: piece.darts.map((dart) => ({ ...dart, cap: add(dart.cap, at(0, -1)) })),
    }));
    expect(patternProblems(beside).join()).toContain("beside the seam line");
  });

  it("is a seam whose edges differ by more than a millimetre from what is eased in", () => {
    const eased = { ...pattern, seams: pattern.seams.map((seam) => ({ ...seam, eased: 0.2 })) };
    expect(patternProblems(eased).join()).toContain("its edges differ by -0.2");
    const nowhere = pattern.seams.map((seam) => ({
      ...seam,
      other: [{ piece: "skirt-front", edge: "sleeve" }],
    }));
    expect(patternProblems({ ...pattern, seams: nowhere }).join()).toContain("not there");
  });

  it("is a notch that meets nothing, or lies beside its edge", () => {
    const moved = withPiece("skirt-front", (piece) => ({
      ...piece,
      notches: piece.notches.map((notch) => ({ ...notch, at: add(notch.at, at(0, 2)) })),
    }));
    expect(patternProblems(moved).join()).toContain("notch hip at");
    const beside = withPiece("skirt-front", (piece) => ({
      ...piece,
      notches: piece.notches.map((notch) => ({ ...notch, at: add(notch.at, at(3, 0)) })),
    }));
    expect(patternProblems(beside).join()).toContain("cm beside side");
  });
});
