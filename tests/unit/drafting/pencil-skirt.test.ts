import { expect, it } from "vitest";
import { distance } from "../../../src/drafting/geometry.ts";
import type { Pattern, Piece } from "../../../src/drafting/pattern.ts";
import { walkingGirth } from "../../../src/drafting/pencil-skirt.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { around, draftsOf, hipOf, sewn } from "./drafted.ts";

const { pattern: skirt, patterns, reasons } = draftsOf("pencil-skirt");

const pieceOf = ({ pieces }: Pattern, name: string): Piece => {
  const piece = pieces.find((each) => each.name === name);
  if (!piece) throw new Error(`there is no ${name}`);
  return piece;
};

it.each(["facing", "waistband"])("a pencil skirt with a %s is as wide as asked", (waistFinish) => {
  const options = { lining: "lined", waistEase: 3, hipEase: 5, taper: 3, waistFinish };
  for (const { name, values, pattern } of patterns(sweepOf(BODIES), options)) {
    const waist = values.waist_girth + 3;
    const lengths = [
      [around(pattern, "waist", "skirt"), waist],
      [hipOf(pattern, "skirt"), values.hip_girth + 5],
    ];
    if (waistFinish === "facing")
      lengths.push(
        [around(pattern, "waist", "facing"), waist],
        [around(pattern, "waist", "lining"), around(pattern, "lower", "facing")],
      );
    for (const [length = 0, asked = 0] of lengths)
      expect(Math.abs(length - asked), name).toBeLessThan(0.1);
  }
});

it("the facing of a pencil skirt is as long along its lower edge as the lesson on shaped bands has measured, within 1 mm", () => {
  const pattern = skirt();
  const apart = (name: string, measured: number) =>
    Math.abs(sewn(pieceOf(pattern, name), "lower") - measured);
  expect(apart("facing-back", 19.8)).toBeLessThan(0.1);
  expect(apart("facing-front", 21.7)).toBeLessThan(0.1);
});

it("the facing of a pencil skirt ends above the points of short darts", () => {
  const pattern = skirt({}, { waist_to_hip: 12 });
  const { darts } = pieceOf(pattern, "skirt-front");
  const depths = darts.map(({ centre, point }) => distance(centre, point));
  expect(darts.length).toBeGreaterThan(0);
  expect(sewn(pieceOf(pattern, "facing-front"), "fold")).toBeLessThan(Math.min(...depths));
});

it("the options of a pencil skirt make the hem narrower at each side edge, and waist and hip stay", () => {
  const [straight, narrow] = [skirt({ taper: 0 }), skirt({ taper: 3 })];
  expect(narrow.girths?.hem ?? 0).toBeCloseTo((straight.girths?.hem ?? 0) - 12, 0);
  expect(straight.girths?.hem).toBeCloseTo(100, 1);
  expect(narrow.girths?.hip).toBe(straight.girths?.hip);
  expect(around(narrow, "waist")).toBeCloseTo(around(straight, "waist"), 5);
});

it("the options of a pencil skirt put a vent as high as asked at the centre back, on which the hem goes on", () => {
  const back = pieceOf(skirt({ ventLength: 20 }), "skirt-back");
  const centre = back.edges.find(({ name }) => name === "centre")?.curves[0];
  expect(centre?.[0].y).toBeCloseTo(60 - 20, 5);
  const plain = pieceOf(skirt({ vent: "none", length: 45 }), "skirt-back");
  expect(plain.edges.map(({ name }) => name)).toEqual(["waist", "side", "hem", "centre"]);
});

it("the options of a pencil skirt give a lining that ends above the hem, with a slit where the vent is", () => {
  const pattern = skirt({ lining: "lined", waistFinish: "waistband" });
  const [own, lining] = [pieceOf(pattern, "skirt-front"), pieceOf(pattern, "lining-front")];
  expect(sewn(own, "fold") - sewn(lining, "fold")).toBeCloseTo(2, 5);
  const slit = pieceOf(pattern, "lining-back").notches.find(({ name }) => name === "slit");
  expect(slit?.at.y).toBeCloseTo(60 - 18, 5);
});

it("the options of a pencil skirt decide how it is sewn", () => {
  expect(skirt().sewing).toContain("facing");
  expect(skirt({ lining: "lined" }).sewing).toContain("facing-lined");
  const plain = skirt({ waistFinish: "waistband", vent: "none", length: 45 }).sewing;
  expect(plain).toEqual(["fuse-band", "darts", "centre", "zip", "sides", "band", "hem"]);
});

it.each([
  ["too-narrow-to-walk", { vent: "none" }, {}],
  ["too-narrow-to-walk", { length: 80 }, {}],
  ["vent-too-high", { ventLength: 40 }, {}],
  ["ends-above-hip", { length: 40 }, { waist_to_hip: 28 }],
  ["waist-beyond-hip", {}, { waist_girth: 120 }],
])("a pencil skirt is refused: %s", (reason, options, values) => {
  expect(reasons(options, values)).toEqual([reason]);
});

it("a pencil skirt can be without a vent where it ends high enough for a step", () => {
  expect(reasons({ vent: "none", length: 50, taper: 0 })).toEqual([]);
  expect(walkingGirth(39, 96)).toBeCloseTo(105, 0);
});
