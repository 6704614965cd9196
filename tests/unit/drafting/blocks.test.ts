import { describe, expect, it } from "vitest";
import type { Values } from "../../../src/domain/measurements/fields.ts";
import type { Block, Measures, OptionValues } from "../../../src/drafting/block.ts";
import {
  completeOptions,
  type DraftAnswer,
  draftBlock,
  NOT_SOUND,
} from "../../../src/drafting/draft.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { BODIES, randomFrom } from "./bodies.ts";
import { EVERYTHING } from "./everything.ts";
import { optionsOf } from "./options.ts";

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

describe.each(EVERYTHING)("$id for 2,000 bodies", (block) => {
  it("drafts a pattern that can be sewn, for nearly every one", () => {
    const problems: string[] = [];
    let unfit = 0;
    for (const { name, values } of BODIES) {
      const answer = draftBlock(block, { values, options: {} });
      if (!answer.pattern) unfit += 1;
      problems.push(...faultsOf(block, answer, values, {}).map((fault) => `${name}: ${fault}`));
    }
    expect(first(problems)).toEqual([]);
    expect(unfit / BODIES.length).toBeLessThanOrEqual(0.05);
  });

  it("drafts a pattern that can be sewn with any options, or says why not", () => {
    const random = randomFrom(35);
    const problems: string[] = [];
    // A quarter of them are 500 different sets of options.
    for (const { name, values } of BODIES.filter((_, number) => number % 4 === 0)) {
      const options = optionsOf(block, random);
      const answer = draftBlock(block, { values, options });
      const who = `${name} ${JSON.stringify(options)}`;
      problems.push(...faultsOf(block, answer, values, options).map((fault) => `${who}: ${fault}`));
    }
    expect(first(problems)).toEqual([]);
  });
});
