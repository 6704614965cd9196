import { expect, it, test } from "vitest";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { draftBlock } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import type { Pattern } from "../../../src/drafting/pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { blockOf, draftsOf, sewn } from "./drafted.ts";
import { jointsOf } from "./joints.ts";

/** Degrees: less is no corner that a hand could draw or cut. */
const SMOOTH = 0.5;

const bodies = [
  { name: "the example", values: EXAMPLE_BODY },
  { name: "an hourglass", values: { ...EXAMPLE_BODY, bust_girth: 96, waist_girth: 60 } },
  ...sweepOf(BODIES.filter((_, i) => i % 20 === 0)),
];

/** The patterns of all bodies that get one. */
const patternsOf = (block: string, options: OptionValues = {}): (readonly [string, Pattern])[] =>
  bodies.flatMap(({ name, values }) => {
    const { pattern } = draftBlock(blockOf(block), { values, options });
    return pattern ? [[name, pattern] as const] : [];
  });

/** Every block and garment in all of its shapes, at the ends of the options that change its joints. */
const SHAPES: readonly (readonly [shape: string, block: string, options: OptionValues])[] = [
  ["a straight skirt", "skirt-block", {}],
  ["an A-line skirt", "skirt-block", { style: "a-line" }],
  ["six straight panels", "skirt-block", { style: "panelled", flare: 0 }],
  ["six panels", "skirt-block", { style: "panelled", flare: 4 }],
  ["six wide panels", "skirt-block", { style: "panelled", flare: 12 }],
  ["half a circle", "skirt-block", { style: "circle", circle: "half" }],
  ["a circle", "skirt-block", { style: "circle", circle: "full" }],
  ["a bodice", "bodice-block", {}],
  ["a bodice with a dart in the back shoulder", "bodice-block", { backShoulder: "dart" }],
  ["a bodice to the hips", "bodice-block", { bodiceLength: "to-hip" }],
  ...["armscye", "side", "waist", "centre", "neck"].map(
    (dartPlace) => [`a dart in the ${dartPlace}`, "bodice-block", { dartPlace }] as const,
  ),
  ["a sleeve", "sleeve-block", {}],
  ["a sleeve narrow at the wrist", "sleeve-block", { bicepsEase: 8, wristEase: 1 }],
  ["a sleeve wide at the wrist", "sleeve-block", { wristEase: 20 }],
  ["a short sleeve", "sleeve-block", { lengthChange: -35 }],
  ["trousers", "trousers-block", {}],
  ["narrow trousers", "trousers-block", { kneeWider: 16, hemWider: -8 }],
  ["flared trousers", "trousers-block", { kneeWider: -8, hemWider: 20 }],
  ["a pencil skirt", "pencil-skirt", { taper: 5, lining: "lined" }],
  ["a pencil skirt with a band", "pencil-skirt", { waistFinish: "waistband" }],
];

it.each(SHAPES)("no line has a corner at a seam, a fold or within an edge: %s", (_shape, ...of) => {
  const patterns = patternsOf(...of);
  expect(patterns.length).toBeGreaterThan(bodies.length / 2);
  for (const [name, pattern] of patterns)
    for (const { place, corner } of jointsOf(pattern))
      expect(corner, `${name}: ${place}`).toBeLessThan(SMOOTH);
});

test("a back shoulder with a dart is as long as the front's, without ease, and fits its sleeve", () => {
  const options = { backShoulder: "dart" };
  for (const [name, { pieces, seams }] of patternsOf("bodice-block", options)) {
    const [back, front] = pieces.map((piece) => sewn(piece, "shoulder"));
    expect((back ?? 0) - (front ?? 0), name).toBeCloseTo(0, 4);
    expect(seams.find((seam) => seam.name === "shoulder")?.eased).toBeCloseTo(0, 9);
  }
  const armscye = (block: string) => draftsOf(block).pattern(options).numbers.backArmscye;
  expect(armscye("sleeve-block")).toBe(armscye("bodice-block"));
  expect(armscye("bodice-block")).not.toBe(draftsOf("bodice-block").pattern().numbers.backArmscye);
});
