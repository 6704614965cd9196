import { describe, expect, it } from "vitest";
import type { OptionValues } from "../../../../src/drafting/block.ts";
import { draftBlock } from "../../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../../src/drafting/example-body.ts";
import { isInside } from "../../../../src/drafting/geometry.ts";
import { planPrint } from "../../../../src/drafting/print/plan-print.ts";
import { sweepOf } from "../../../support/sweep.ts";
import { EVERYTHING } from "../everything.ts";
import { printRequest } from "./support.ts";

const plain = EVERYTHING.map((block) => ({
  block,
  id: block.id,
  name: "as in the lessons",
  options: {} as OptionValues,
}));
/** The example with each option at its ends, and each choice. */
const variants = EVERYTHING.flatMap((block) =>
  block.options.flatMap((option) => {
    const values = option.kind === "choice" ? option.choices : [option.min, option.max];
    return values.map((value) => ({
      block,
      id: block.id,
      name: `${option.name} ${value}`,
      options: { [option.name]: value } as OptionValues,
    }));
  }),
);

describe("what is printed of a block", () => {
  it.each([...plain, ...sweepOf(variants)])(
    "$id, $name: has all pieces, their texts inside",
    ({ block, options }) => {
      const { pattern } = draftBlock(block, { values: EXAMPLE_BODY, options });
      // Options that do not go together are another test's.
      if (!pattern) return;
      const lines = ["Cut 2 on the fold", "Measurements: Anna"];
      const { plan, pieces } = planPrint(printRequest(pattern, lines, block.id));
      expect(plan.layout.placements.map(({ name }) => name).sort()).toEqual(
        pattern.pieces.map(({ name }) => name).sort(),
      );
      expect(plan.printed).toBeGreaterThan(0);
      for (const { name, drawing, outline } of pieces) {
        expect(
          outline.every(({ x, y }) => Number.isFinite(x + y)),
          name,
        ).toBe(true);
        const labels = drawing.texts.filter(({ layer }) => layer === "label");
        const outside = labels.filter(({ at }) => !isInside(outline, at));
        expect(
          outside.map(({ text }) => text),
          name,
        ).toEqual([]);
      }
    },
  );
});
