import { expect, test } from "vitest";
import {
  CHECK_TOLERANCE_CM,
  checkLengths,
  draftLength,
  draftLengthNames,
} from "../../../src/drafting/check-draft.ts";
import { add, at, backward, type Point, straight } from "../../../src/drafting/geometry.ts";
import type { NamedEdge, Pattern, Piece } from "../../../src/drafting/pattern.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { draftsOf } from "./drafted.ts";

const pattern = draftsOf("skirt-block").pattern();

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

const backwards = (piece: Piece): Piece => ({
  ...piece,
  notches: [],
  edges: piece.edges.toReversed().map((edge) => ({
    ...edge,
    curves: backward(edge.curves),
  })),
});

/** Leads an edge out of the piece and back across it. */
const crossed = (edge: NamedEdge): NamedEdge => {
  const [curve] = edge.curves;
  if (!curve) return edge;
  const [far, back] = [at(-20, 40), at(40, 30)];
  const curves = [straight(curve[0], far), straight(far, back), straight(back, curve[3])];
  return { ...edge, curves };
};

const moveDarts = (part: "point" | "cap", by: Point) => (piece: Piece) => ({
  ...piece,
  darts: piece.darts.map((dart) => ({ ...dart, [part]: add(dart[part], by) })),
});
const moveNotches = (by: Point) => (piece: Piece) => ({
  ...piece,
  notches: piece.notches.map((notch) => ({ ...notch, at: add(notch.at, by) })),
});
const withSeams = (change: Partial<Pattern["seams"][number]>): Pattern => ({
  ...pattern,
  seams: pattern.seams.map((seam) => ({ ...seam, ...change })),
});

const noNumber = withPiece("skirt-back", (piece) => ({ ...piece, label: at(Number.NaN, 1) }));
const open = withEdge("skirt-back", "hem", (edge) => ({ ...edge, curves: [] }));
const elsewhere = withPiece("skirt-back", moveDarts("cap", at(0, -1)));
const nowhere = { other: [{ piece: "skirt-front", edge: "sleeve" }] };

test.each([
  ["a point that is no number", noNumber, "skirt-back has a point that is no number"],
  ["a number that is none", { ...pattern, numbers: { hip: Number.NaN } }, "number hip is NaN"],
  ["an outline that is open", open, "is open"],
  ["an outline the other way", withPiece("skirt-back", backwards), "does not run clockwise"],
  ["an outline across itself", withEdge("skirt-back", "hem", crossed), "crosses itself"],
  ["unequal legs", withPiece("skirt-back", moveDarts("point", at(1, 0))), "legs that differ"],
  ["a dart elsewhere", elsewhere, "beside the seam line"],
  ["a seam that is not eased in so", withSeams({ eased: 0.2 }), "its edges differ by -0.2"],
  ["a seam to no edge", withSeams(nowhere), "not there"],
  ["a notch that meets nothing", withPiece("skirt-front", moveNotches(at(0, 2))), "notch hip at"],
  ["a notch beside its edge", withPiece("skirt-front", moveNotches(at(3, 0))), "cm beside side"],
])("a pattern is faulty with %s", (_, broken, problem) => {
  expect(patternProblems(broken).join()).toContain(problem);
});

const skirt = () => draftsOf("skirt-block").pattern();

test.each([
  // 60.96 and 61.34 are shown as 61 and 61.3; 24.15 inches as 24 1/8.
  ["cm", 60.96, [60.6, 60.7, 61.3, 61.4]],
  ["cm", 50, [49.6, 49.7, 50.3, 50.4]],
  ["in", 61.34, [60.8, 61, 61.6, 61.7]],
] as const)("what is shown as within the tolerance fits, in %s", (units, drafted, measured) => {
  const pattern = { ...skirt(), numbers: { halfHip: drafted } };
  const checks = measured.map((value) => checkLengths(pattern, { halfHip: value }, units)[0]);
  expect(checks.map((check) => check?.fits)).toEqual([false, true, true, false]);
  for (const check of checks)
    expect(check?.fits).toBe((check?.apart ?? 0) <= CHECK_TOLERANCE_CM[units] + 1e-9);
});

test("lengths that were not measured, and those that the draft does not have, are left out", () => {
  expect(checkLengths(skirt(), { halfHip: null, collar: 3, constructor: 3 }, "cm")).toEqual([]);
});

test("a seam is as long as the edges on its first side", () => {
  const pattern = skirt();
  const seam = draftLength(pattern, "seam.side");
  expect(seam).toBeGreaterThan(60);
  expect(draftLength(pattern, "seam.nothing")).toBeNull();
  expect(draftLengthNames(pattern)).toEqual(expect.arrayContaining(["halfHip", "seam.side"]));
});

test("a seam with a dart in it is measured with the dart sewn shut", () => {
  const lengthWith = (dartPlace: string) => {
    const pattern = draftsOf("bodice-block").pattern({ dartPlace });
    const seams = pattern.seams.map((seam) => ({ ...seam, one: seam.other }));
    return draftLength({ ...pattern, seams }, "seam.side");
  };
  expect(lengthWith("side")).toBeCloseTo(lengthWith("neck") ?? 0, 2);
});
