import { expect, it } from "vitest";
import type { Block, OptionValues } from "../../../../src/drafting/block.ts";
import { draftBlock } from "../../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../../src/drafting/example-body.ts";
import { isInside } from "../../../../src/drafting/geometry.ts";
import { planPrint } from "../../../../src/drafting/print/plan-print.ts";
import { sweepOf } from "../../../support/sweep.ts";
import { EVERYTHING } from "../drafted.ts";
import { printRequest } from "./support.ts";

type Case = readonly [id: string, option: string, block: Block, options: OptionValues];

const plain = EVERYTHING.map((block): Case => [block.id, "as in the lessons", block, {}]);
/** The example with each option at its ends, and each choice. */
const variants = EVERYTHING.flatMap((block) =>
  block.options.flatMap((option) =>
    (option.kind === "choice" ? option.choices : [option.min, option.max]).map(
      (value): Case => [block.id, `${option.name} ${value}`, block, { [option.name]: value }],
    ),
  ),
);

it.each([...plain, ...sweepOf(variants)])(
  "what is printed of a block has all pieces, their texts inside: %s, %s",
  (id, _, block, options) => {
    const { pattern } = draftBlock(block, { values: EXAMPLE_BODY, options });
    // Options that do not go together are another test's.
    if (!pattern) return;
    const lines = ["Cut 2 on the fold", "Measurements: Anna"];
    const { plan, pieces } = planPrint(printRequest(pattern, lines, id));
    expect(plan.layout.placements.map(({ name }) => name).sort()).toEqual(
      pattern.pieces.map(({ name }) => name).sort(),
    );
    expect(plan.printed).toBeGreaterThan(0);
    for (const { name, drawing, outline } of pieces) {
      expect(outline.filter(({ x, y }) => !Number.isFinite(x + y))).toEqual([]);
      const labels = drawing.texts.filter(({ layer }) => layer === "label");
      const outside = labels.filter(({ at }) => !isInside(outline, at));
      expect(outside, name).toEqual([]);
    }
  },
);
