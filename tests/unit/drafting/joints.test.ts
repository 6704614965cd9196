import { expect, it, test } from "vitest";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { draft } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import type { Pattern } from "../../../src/drafting/pattern.ts";
import { sewnLength } from "../../../src/drafting/pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { cornerAtSeam, cornerWithin } from "./joints.ts";

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
    const { pattern } = draft({ block, values, options });
    return pattern ? [[name, pattern] as const] : [];
  });

it.each(["shoulder", "side", "waist"])(
  "an armscye runs through the side seam without a corner, its dart in the %s",
  (dartPlace) => {
    for (const [name, pattern] of patternsOf("bodice-block", { dartPlace }))
      expect(
        cornerAtSeam(
          pattern,
          [
            ["bodice-back", "side"],
            ["bodice-front", "side"],
          ],
          "begins",
        ),
        name,
      ).toBeLessThan(SMOOTH);
  },
);

test("the cap of a sleeve runs through the underarm seam without a corner", () => {
  for (const [name, pattern] of patternsOf("sleeve-block"))
    expect(
      cornerAtSeam(
        pattern,
        [
          ["sleeve", "underarm-front"],
          ["sleeve", "underarm-back"],
        ],
        "begins",
      ),
      name,
    ).toBeLessThan(SMOOTH);
});

it.each([0, 4, 12])(
  "no edge of six panels has a corner at the hip, at a flare of %d cm",
  (flare) => {
    for (const [name, { pieces }] of patternsOf("skirt-block", { style: "panelled", flare }))
      for (const piece of pieces)
        for (const edge of ["side", "panel-back", "panel-front"])
          expect(cornerWithin(piece, edge), `${name} ${piece.name}`).toBeLessThan(SMOOTH);
  },
);

test("a back shoulder with a dart is as long as the front's, without ease, and fits its sleeve", () => {
  const options = { backShoulder: "dart" };
  for (const [name, { pieces, seams }] of patternsOf("bodice-block", options)) {
    const [back, front] = pieces.map((piece) => {
      const edge = piece.edges.find((one) => one.name === "shoulder");
      return edge ? sewnLength(piece, edge) : 0;
    });
    expect((back ?? 0) - (front ?? 0), name).toBeCloseTo(0, 4);
    expect(seams.find((seam) => seam.name === "shoulder")?.eased).toBeCloseTo(0, 9);
  }
  const armscye = (block: string) =>
    draft({ block, values: EXAMPLE_BODY, options }).pattern?.numbers.backArmscye;
  expect(armscye("sleeve-block")).toBe(armscye("bodice-block"));
  expect(armscye("bodice-block")).not.toBe(
    draft({ block: "bodice-block", values: EXAMPLE_BODY, options: {} }).pattern?.numbers
      .backArmscye,
  );
});
