import { describe, expect, it } from "vitest";
import { BLOCKS } from "../../../src/drafting/blocks.ts";
import { draft } from "../../../src/drafting/draft.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { BODIES, randomFrom } from "./bodies.ts";
import { optionsOf } from "./options.ts";

/** The first problems of a list, so that a failure can be read. */
const first = (problems: readonly string[]): readonly string[] => problems.slice(0, 8);

describe.each(BLOCKS)("$id for 2,000 bodies", (block) => {
  it("drafts a pattern that can be sewn, for nearly every one", () => {
    const problems: string[] = [];
    let unfit = 0;
    for (const { name, values } of BODIES) {
      const answer = draft({ block: block.id, values, options: {} });
      if (answer.pattern)
        problems.push(...patternProblems(answer.pattern).map((problem) => `${name}: ${problem}`));
      else unfit += 1;
      for (const problem of answer.problems)
        if (problem.kind === "missing") problems.push(`${name}: ${problem.field} is missing`);
    }
    expect(first(problems)).toEqual([]);
    expect(unfit / BODIES.length).toBeLessThanOrEqual(0.05);
  });

  it("drafts a pattern that can be sewn with any options, or says why not", () => {
    const random = randomFrom(35);
    const problems: string[] = [];
    for (const { name, values } of BODIES) {
      const options = optionsOf(block, random);
      const answer = draft({ block: block.id, values, options });
      const who = `${name} ${JSON.stringify(options)}`;
      if (answer.pattern)
        problems.push(...patternProblems(answer.pattern).map((problem) => `${who}: ${problem}`));
      else if (!answer.problems.some(({ kind }) => kind === "unfit" || kind === "impossible"))
        problems.push(`${who}: no pattern, and no reason`);
    }
    expect(first(problems)).toEqual([]);
  });
});
