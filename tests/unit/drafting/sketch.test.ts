import { describe, expect, it } from "vitest";
import { BLOCKS } from "../../../src/drafting/blocks.ts";
import { draft } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { type Sketch, sketchDraft } from "../../../src/drafting/sketch.ts";
import { BODIES } from "./bodies.ts";

const sketchOf = (block: string, options = {}): Sketch => {
  const { sketch } = sketchDraft({ block, values: EXAMPLE_BODY, options });
  if (!sketch) throw new Error(`${block} was not drafted`);
  return sketch;
};

describe.each(BLOCKS.map(({ id }) => id))("the picture of %s", (block) => {
  it("has every piece with its lengths, and no path without numbers", () => {
    for (const { values } of BODIES.filter((_, i) => i % 100 === 0)) {
      const request = { block, values, options: {} };
      const { sketch } = sketchDraft(request);
      expect(sketch?.pieces.map(({ name }) => name)).toEqual(
        draft(request).pattern?.pieces.map(({ name }) => name),
      );
      for (const { lines, lengths, width, height } of sketch?.pieces ?? []) {
        expect(Object.values(lines).join("")).toMatch(/^[MLC\d. -]+$/);
        expect(lengths.every(({ length }) => length > 0)).toBe(true);
        expect(Math.min(width, height)).toBeGreaterThan(1);
      }
    }
  });
});

describe("the picture of the skirt", () => {
  it("measures the waist of the garment with its darts sewn: body and ease", () => {
    expect(sketchOf("skirt-block").girths.waist).toBeCloseTo(72, 1);
  });

  it("has lengths that follow an option", () => {
    const hemOf = ({ pieces }: Sketch) => pieces[0]?.height ?? 0;
    expect(hemOf(sketchOf("skirt-block", { length: 70 }))).toBeCloseTo(
      hemOf(sketchOf("skirt-block", { length: 60 })) + 10,
      5,
    );
  });

  it("is not made where a measure is missing, and the problem says so", () => {
    const answer = sketchDraft({
      block: "skirt-block",
      values: { ...EXAMPLE_BODY, waist_girth: null },
      options: {},
    });
    expect(answer).toMatchObject({
      sketch: null,
      problems: [{ kind: "missing", field: "waist_girth" }],
    });
  });
});
