import { expect, it } from "vitest";
import type { DraftProblem, OptionValues } from "../../../src/drafting/block.ts";
import { draftBlock, draftContext } from "../../../src/drafting/draft.ts";
import { edgeOptions } from "../../../src/drafting/edge-allowances.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import {
  at,
  distance,
  lengthOf,
  type Point,
  pointOn,
  straight,
} from "../../../src/drafting/geometry.ts";
import { cuttingLine } from "../../../src/drafting/outline.ts";
import type { EdgeOf, Pattern } from "../../../src/drafting/pattern.ts";
import { sketchDraft } from "../../../src/drafting/sketch.ts";
import { beside, EVERYTHING } from "./drafted.ts";

it.each(EVERYTHING)("an allowance goes along each edge of $id, on both sides of seams", (block) => {
  const draftWith = (options: OptionValues) =>
    draftBlock(block, { values: EXAMPLE_BODY, options }).pattern as Pattern;
  const kinds = edgeOptions(draftWith({}));
  expect(kinds.length).toBeGreaterThan(1);
  const chosen = Object.fromEntries(kinds.map(({ name }, i) => [name, 0.5 + 0.4 * i]));
  const { pieces, seams } = draftWith(chosen);
  for (const { edges } of pieces) {
    const line = cuttingLine(edges);
    for (const { curves, allowance } of edges) {
      const longest = curves.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
      // Beside a short one lie the corners of its neighbours.
      if (lengthOf(longest) < 10) continue;
      expect(beside(pointOn(longest, 0.5), line)).toBeCloseTo(allowance, 1);
    }
  }
  const allowanceOf = (of: EdgeOf) =>
    pieces.find(({ name }) => name === of.piece)?.edges.find(({ name }) => name === of.edge)
      ?.allowance;
  for (const { one, other } of seams)
    expect(new Set([...one, ...other].map(allowanceOf)).size).toBe(1);
});

/** The cutting line round a corner of two edges, the first one level. */
const cornerOf = (degrees: number, first: number, second: number): Point[] => {
  const turn = (degrees * Math.PI) / 180;
  const end = at(30 + 30 * Math.cos(turn), 30 * Math.sin(turn));
  const corners = [at(0, 0), at(30, 0), end, at(0, 60)];
  const edges = corners.map((corner, i) => ({
    curves: [straight(corner, corners[(i + 1) % 4] ?? corner)],
    allowance: [first, second][i] ?? 1,
  }));
  return cuttingLine(edges)
    .slice(0, -1)
    .filter((point) => distance(point, at(30, 0)) < 10);
};
const near = (x: number, y: number) => ({ x: expect.closeTo(x, 2), y: expect.closeTo(y, 2) });

it("an allowance of its own meets the next one where both are made longer", () => {
  expect(cornerOf(90, 1, 3)).toEqual([near(33, -1)]);
  expect(cornerOf(90, 0, 2)).toEqual([near(32, 0)]);
});

it("an allowance of its own makes a step where edges run on, so that neither loses any of it", () => {
  expect(cornerOf(0.01, 1, 3)).toEqual([near(30, -1), near(30, -3)]);
  // Square to the wider one.
  const [narrow, wide] = cornerOf(20, 1, 3);
  expect(wide).toEqual(near(30 + 3 * Math.sin(Math.PI / 9), -3 * Math.cos(Math.PI / 9)));
  expect(narrow).toEqual(near(30 + Math.tan(Math.PI / 9), -1));
});

const sketchOf = (block: string, options: OptionValues) =>
  sketchDraft({ block, values: EXAMPLE_BODY, options });

it("an allowance of its own that cannot be drafted is named, and its field stays", async () => {
  const options = { capAllowance: 8, bandAllowance: "wide", underarmAllowance: Number.NaN };
  const { sketch, problems, edges } = await sketchOf("sleeve-block", options);
  expect(sketch).toBeNull();
  const [{ reason, options: named }] = problems as [Extract<DraftProblem, { kind: "unfit" }>];
  expect([reason, named]).toEqual(["allowance-wide", expect.arrayContaining(["capAllowance"])]);
  expect(edges.map(({ name }) => name)).toContain("capAllowance");
});

it("an allowance of its own goes along with a draft that has such an edge", async () => {
  const options = { sideAllowance: 2, capAllowance: 2, hemAllowance: 99 };
  const context = await draftContext({ block: "skirt-block", values: EXAMPLE_BODY, options });
  expect(context.options).toMatchObject({ sideAllowance: 2, hemAllowance: 8 });
  expect(context.options).not.toHaveProperty("capAllowance");
});

it("an allowance of its own is told where it is another one than that of most edges", async () => {
  const { sketch } = await sketchOf("skirt-block", { sideAllowance: 2.5 });
  const others = [
    { edge: "waist", allowance: 1 },
    { edge: "centre", allowance: 1.5 },
  ];
  expect(sketch?.pieces[0]?.allowances).toEqual({ seam: 2.5, hem: 4, others });
});
