import { expect, it } from "vitest";
import { distance, isInside } from "../../../../src/drafting/geometry.ts";
import type { Piece } from "../../../../src/drafting/pattern.ts";
import {
  drawPiece,
  turnPiece,
  withoutAllowance,
} from "../../../../src/drafting/print/draw-piece.ts";
import { boxOf, type LayerName, pointsOf, TURNS } from "../../../../src/drafting/print/drawing.ts";
import { draftsOf } from "../drafted.ts";
import { drawSkirt } from "./support.ts";

const TEXTS = { name: "Back", lines: ["Cut 2"], fold: "Fold", grain: "Grain" };

const front = () => {
  const { pieces } = draftsOf("skirt-block").pattern();
  const piece = pieces.find(({ name }) => name === "skirt-front");
  if (!piece) throw new Error("the skirt has no front");
  return piece;
};

const linesOf = (piece: Piece) => {
  const { lines } = drawPiece(piece, TEXTS).drawing;
  return (layer: LayerName) => lines.filter((line) => line.layer === layer);
};

it("a drawn piece is bounded by the cutting line, an allowance outside the seam line", () => {
  const linesOn = linesOf(front());
  const [cut, seam] = (["cut", "seam"] as const).map(
    (layer) => boxOf(linesOn(layer).flatMap(pointsOf)).width,
  );
  // An allowance of 1.5 cm at the side, none at the fold.
  expect((cut ?? 0) - (seam ?? 0)).toBeCloseTo(1.5, 1);
});

it("a drawn piece without allowances has one line, which is both", () => {
  const linesOn = linesOf(withoutAllowance(front()));
  expect([linesOn("cut").length, linesOn("seam").length]).toEqual([1, 0]);
});

it.each([
  ["in an allowance of 1.5 cm", 1.5, [1.5, 0.9]],
  ["in an allowance of 0.7 cm", 0.7, [0.7, 0.3]],
  ["outside of an allowance of 0.3 cm", 0.3, [0.9, 0.3]],
  ["outside of a piece without allowance", 0, [0.6, 0]],
])("a notch is drawn %s, and never through the stitching line", (_, allowance, expected) => {
  const piece = front();
  const edges = piece.edges.map((edge) => ({ ...edge, allowance }));
  const [notch] = linesOf({ ...piece, edges })("notch");
  const at = piece.notches[0]?.at;
  if (!notch || !at) throw new Error("no notch is drawn");
  const ends = pointsOf(notch).map((end) => distance(end, at));
  expect(ends.map((end) => Math.round(end * 100) / 100)).toEqual(expected);
});

it("a drawn piece has its label inside, also where the name has 500 letters", () => {
  const [piece] = drawSkirt(["x".repeat(500)]);
  const label = piece?.drawing.texts.filter(({ layer }) => layer === "label") ?? [];
  expect(label.map(({ text }) => text).join("")).toContain("x".repeat(500));
  for (const { at } of label) expect(isInside(piece?.outline ?? [], at)).toBe(true);
});

it("a drawn piece is turned as a whole, its texts staying upright", () => {
  for (const piece of drawSkirt(["Cut 2", "For Anna"])) {
    const size = boxOf(piece.outline);
    for (const turn of TURNS) {
      const { drawing, outline } = turnPiece(piece, turn);
      expect(boxOf(outline)).toMatchObject({
        x: expect.closeTo(0, 9),
        y: expect.closeTo(0, 9),
        width: expect.closeTo(turn % 180 ? size.height : size.width, 9),
      });
      for (const { turn: degrees = 0 } of drawing.texts) {
        expect(degrees).toBeGreaterThanOrEqual(-90);
        expect(degrees).toBeLessThan(90);
      }
      const label = drawing.texts.filter(({ layer }) => layer === "label");
      for (const { at } of label) expect(isInside(outline, at)).toBe(true);
      // The name is read first.
      const reading = label.map(({ at, turn: degrees }) => (degrees === 0 ? at.y : at.x));
      expect(reading).toEqual(reading.toSorted((a, b) => a - b));
    }
  }
});
