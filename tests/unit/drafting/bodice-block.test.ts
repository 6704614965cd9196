import { describe, expect, it } from "vitest";
import { draftBodice, EXAMPLE_BODICE } from "../../../src/drafting/bodice.ts";
import {
  frontEdgeLength,
  positionOfPlace,
  positionToward,
} from "../../../src/drafting/dart-moves.ts";
import { draftedFront, moveDartTo } from "../../../src/drafting/front-piece.ts";
import { angleOf } from "../../../src/drafting/geometry.ts";
import type { Pattern, Piece } from "../../../src/drafting/pattern.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { BODIES } from "./bodies.ts";
import { around, draftsOf, sewn } from "./drafted.ts";

const bodice = draftBodice(EXAMPLE_BODICE);
const drafted = draftedFront(bodice).piece;

const centre = (piece: Piece): number => sewn(piece, "fold") || sewn(piece, "centre");

const { answer, pattern: block, patterns, reasons } = draftsOf("bodice-block");
const SOME = BODIES.filter((_, i) => i % 20 === 0);

describe("a bust dart that is moved to any point of the edge", () => {
  const whole = frontEdgeLength(bodice);
  const positions = Array.from({ length: 121 }, (_, i) => (whole * i) / 120);

  it.each([0.3, 1])("leaves a front that can be sewn, for a share of %s", (share) => {
    for (const position of positions) {
      const { piece } = moveDartTo(bodice, position, share);
      const pattern: Pattern = { pieces: [piece], seams: [], numbers: {}, points: {} };
      expect(patternProblems(pattern), `at ${position}`).toEqual([]);
    }
  });

  it("changes the sewn length of no seam", () => {
    for (const position of positions) {
      const { piece } = moveDartTo(bodice, position, 0.7);
      for (const name of ["shoulder", "armscye", "side", "waist", "neck"])
        expect(sewn(piece, name), `${name} at ${position}`).toBeCloseTo(sewn(drafted, name), 2);
      expect(centre(piece)).toBeCloseTo(centre(drafted), 2);
    }
  });

  it("keeps the front on the fold, upright, unless the dart is in its centre", () => {
    for (const place of ["armscye", "side", "waist", "neck"] as const) {
      const { piece } = moveDartTo(bodice, positionOfPlace(bodice, place));
      const [fold] = piece.edges.find(({ name }) => name === "fold")?.curves ?? [];
      expect(fold && fold[0].x - fold[3].x).toBeCloseTo(0, 6);
      expect(piece.cut).toEqual({ count: 1, onFold: true });
    }
    const { piece } = moveDartTo(bodice, positionOfPlace(bodice, "centre"));
    expect(piece.cut).toEqual({ count: 2, onFold: false });
  });

  it("opens in the direction of the point to which it is dragged", () => {
    const { M } = bodice.points;
    for (const angle of [-2.5, -1.9, -0.7, 0.4, 1.2, 2.1, 3]) {
      const toward = { x: M.x + Math.cos(angle) * 9, y: M.y + Math.sin(angle) * 9 };
      const still = moveDartTo(bodice, positionToward(bodice, toward)).dart?.still;
      expect(still && Math.cos(angleOf(M, still) - angle)).toBeGreaterThan(0.98);
    }
  });

  it("takes any number for a position and a share", () => {
    for (const odd of [-5, 1e9, Number.NaN, Number.POSITIVE_INFINITY])
      expect(JSON.stringify(moveDartTo(bodice, odd, odd).piece.edges)).not.toContain("null");
  });
});

describe("the bodice block", () => {
  it("has a waist as wide as body and ease, to a tenth of a millimetre", () => {
    for (const waistEase of [0, 5, 12])
      for (const { name, values, pattern } of patterns(SOME, { waistEase })) {
        const wanted = values.waist_girth + waistEase;
        expect(Math.abs(around(pattern, "waist") - wanted), name).toBeLessThan(0.01);
      }
  });

  it("splits waist darts that are too wide to press, and leaves out those that are too narrow", () => {
    const darts = (waist_girth: number): number[] =>
      block({}, { waist_girth }).pieces.map((piece) => piece.darts.length);
    expect(darts(70)).toEqual([1, 2]);
    expect(darts(60)).toEqual([2, 3]);
    expect(darts(90)).toEqual([0, 2]);
    expect(darts(100)).toEqual([0, 1]);
  });

  it("goes on to the hips without a waist seam, as wide there as body and ease", () => {
    for (const dartPlace of ["shoulder", "side", "centre"]) {
      const options = { bodiceLength: "to-hip", hipEase: 6, dartPlace };
      for (const { name, values, pattern } of patterns(SOME, options)) {
        expect(patternProblems(pattern), name).toEqual([]);
        expect(around(pattern, "hem"), name).toBeCloseTo(values.hip_girth + 6, 6);
        expect(pattern.girths?.waist).toBeCloseTo(values.waist_girth + 4, 6);
      }
    }
  });

  it("needs the hip for a bodice to the hips alone, and takes no dart into its waist there", () => {
    const toHip = { bodiceLength: "to-hip" };
    expect(answer({}, { hip_girth: null }).pattern).not.toBeNull();
    expect(answer(toHip, { hip_girth: null }).problems).toContainEqual({
      kind: "missing",
      field: "hip_girth",
    });
    expect(reasons({ ...toHip, dartPlace: "waist" })).toEqual(["bodice-hip-dart"]);
    expect(reasons(toHip, { hip_girth: 140 })).toEqual(["bodice-hip"]);
  });

  it.each([
    ["a waist far below the bust", { bust_girth: 130, waist_girth: 50 }, "bodice-waist-small"],
    ["a waist far above the bust", { waist_girth: 115 }, "bodice-waist-large"],
    ["a wide back", { across_back_width: 44, across_front_width: 42 }, "bodice-armscye-narrow"],
    ["a bust point below the waist", { side_neck_to_bust_point: 45 }, "bodice-bust-point"],
    ["an armscye down to the waist", { scye_depth: 35 }, "bodice-armscye-depth"],
  ])("says why it drafts nothing for %s", (_what, values, reason) => {
    expect(reasons({}, values)).toEqual([reason]);
    expect(answer({}, values).pattern).toBeNull();
  });

  it("asks about a front that is shorter than the back, and drafts it", () => {
    const { pattern, problems } = answer({}, { side_neck_to_waist_front: 38 });
    expect(pattern).not.toBeNull();
    expect(problems).toContainEqual(
      expect.objectContaining({ kind: "unusual", field: "side_neck_to_waist_front" }),
    );
  });
});
