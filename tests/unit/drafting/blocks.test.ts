import { describe, expect, it } from "vitest";
import type { Values } from "../../../src/domain/measurements/fields.ts";
import type { Block, Measures, OptionValues } from "../../../src/drafting/block.ts";
import { completeOptions, type DraftAnswer, draftBlock } from "../../../src/drafting/draft.ts";
import { distance, type Point } from "../../../src/drafting/geometry.ts";
import { NOT_SOUND } from "../../../src/drafting/refusal-cause.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES, randomFrom } from "./bodies.ts";
import { EVERYTHING, optionsOf } from "./drafted.ts";

/** The share of bodies for which a block may draft nothing. Every body gets a pencil skirt. */
const mayRefuse = ({ id }: Block): number => (id === "pencil-skirt" ? 0 : 0.05);

/** The first problems of a list, so that a failure can be read. */
const first = (problems: readonly string[]): readonly string[] => problems.slice(0, 8);

/**
 * What is wrong with the draft of a body. A block says itself for whom it is not: what only the check of patterns
 * finds is a fault of the block, and is told as such.
 */
const faultsOf = (
  block: Block,
  { pattern, problems }: DraftAnswer,
  values: Values,
  given: OptionValues,
): string[] => {
  const missing = problems.flatMap((problem) =>
    problem.kind === "missing" ? [`${problem.field} is missing`] : [],
  );
  if (pattern || !problems.some((problem) => "reason" in problem && problem.reason === NOT_SOUND))
    return missing;
  const drafted = block.draft(values as Measures, completeOptions(block, given));
  return drafted.ok ? patternProblems(drafted.value) : ["is drafted now"];
};

const isOne = (a: Point, b: Point): boolean => distance(a, b) < 1e-6;

it.each(EVERYTHING)("$id has marks at both legs of each dart that can be snipped", (block) => {
  const random = randomFrom(7);
  for (const { name, values } of BODIES.slice(0, 40)) {
    const { pattern } = draftBlock(block, { values, options: optionsOf(block, random) });
    for (const { darts, edges, notches } of pattern?.pieces ?? [])
      for (const { inner, outer, cap } of darts) {
        const edge = edges.find(({ curves }) => curves.some((curve) => isOne(curve[3], cap)));
        if (!edge || edge.name === "fold") continue;
        const marks = notches.filter(({ at }) => isOne(at, inner) || isOne(at, outer));
        expect(
          marks.map((mark) => mark.edge),
          name,
        ).toEqual([edge.name, edge.name]);
      }
  }
});

describe.each(EVERYTHING)("$id for bodies of all size tables", (block) => {
  it("drafts a pattern that can be sewn, for nearly every one", () => {
    const problems: string[] = [];
    const bodies = sweepOf(BODIES);
    let unfit = 0;
    for (const { name, values } of bodies) {
      const answer = draftBlock(block, { values, options: {} });
      if (!answer.pattern) unfit += 1;
      problems.push(...faultsOf(block, answer, values, {}).map((fault) => `${name}: ${fault}`));
    }
    expect(first(problems)).toEqual([]);
    expect(unfit / bodies.length).toBeLessThanOrEqual(mayRefuse(block));
  });

  it("drafts a pattern that can be sewn with any options, or says why not", () => {
    const random = randomFrom(35);
    const problems: string[] = [];
    // A quarter of them are 500 different sets of options.
    const cases = BODIES.filter((_, number) => number % 4 === 0).map((body) => ({
      ...body,
      options: optionsOf(block, random),
    }));
    for (const { name, values, options } of sweepOf(cases)) {
      const answer = draftBlock(block, { values, options });
      const who = `${name} ${JSON.stringify(options)}`;
      problems.push(...faultsOf(block, answer, values, options).map((fault) => `${who}: ${fault}`));
    }
    expect(first(problems)).toEqual([]);
  });
});
