import { describe, expect, it } from "vitest";
import { draftAny } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { type Sketch, sketchDraft } from "../../../src/drafting/sketch.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { EVERYTHING } from "./drafted.ts";

const sketchOf = async (block: string, options = {}): Promise<Sketch> => {
  const { sketch } = await sketchDraft({ block, values: EXAMPLE_BODY, options });
  if (!sketch) throw new Error(`${block} was not drafted`);
  return sketch;
};

describe.each(EVERYTHING.map(({ id }) => id))("the picture of %s", (block) => {
  it("has every piece with its lengths, and no path without numbers", async () => {
    for (const { values } of sweepOf(BODIES.filter((_, i) => i % 100 === 0))) {
      const request = { block, values, options: {} };
      const { sketch } = await sketchDraft(request);
      expect(sketch?.pieces.map(({ name }) => name)).toEqual(
        (await draftAny(request)).pattern?.pieces.map(({ name }) => name),
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
  it("measures the waist of the garment with its darts sewn: body and ease", async () => {
    expect((await sketchOf("skirt-block")).girths.waist).toBeCloseTo(72, 1);
  });
});
