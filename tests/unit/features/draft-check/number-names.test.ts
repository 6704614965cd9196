import { describe, expect, test } from "vitest";
import english from "../../../../locales/en.json" with { type: "json" };
import { seamNames } from "../../../../src/core/pattern-messages.ts";
import { draftLengthNames, seamOfLength } from "../../../../src/drafting/check-draft.ts";
import { BLOCKS, draft } from "../../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../../src/drafting/example-body.ts";
import { figureNames } from "../../../../src/drafting/figures/figures.ts";
import { type NumberKind, numberKind } from "../../../../src/drafting/number-kind.ts";
import type { Pattern } from "../../../../src/drafting/pattern.ts";
import { numberMessage } from "../../../../src/features/draft-check/length-words.ts";

/** The pattern of the lessons. */
const patternOf = (block: string): Pattern => {
  const { pattern } = draft({ block, values: EXAMPLE_BODY, options: {} });
  if (!pattern) throw new Error(`${block} is not drafted for the example`);
  return pattern;
};

/** The numbers that are no lengths. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, NumberKind>>>> = {
  "skirt-block": {
    ...{ backDarts: "count", frontDarts: "count", darts: "count" },
    ...{ backParts: "count", frontParts: "count", reductionParts: "count" },
    circlePart: "ratio",
  },
  "bodice-block": {
    ...{ backDarts: "count", frontDarts: "count" },
    ...{ dartAngle: "degrees", halfDartAngle: "degrees" },
  },
  "trousers-block": { backDarts: "count", frontDarts: "count" },
};

describe.each(BLOCKS)("$id", (block) => {
  const pattern = patternOf(block.id);

  test.each(draftLengthNames(pattern))("the length %s has a name on screen", (name) => {
    const seam = seamOfLength(name);
    const id = seam === null ? numberMessage(name) : seamNames[seam];
    expect(id && english[id]).toBeTruthy();
  });

  test("numbers of options are percent, counts and lengths as the options are", () => {
    const kinds = { percent: "ratio", count: "count", cm: "length" } as const;
    for (const option of block.options) {
      if (option.kind === "number") expect(numberKind(option.name)).toBe(kinds[option.unit]);
    }
  });

  test("what is no length is known as such", () => {
    const names = Object.keys({ ...pattern.numbers, ...pattern.steps });
    const others = names.filter((name) => numberKind(name) !== "length");
    const kinds = others.map((name) => [name, numberKind(name)]);
    expect(Object.fromEntries(kinds)).toEqual(OTHERS[block.id] ?? {});
  });
});

test("each figure that a lesson can show has a name in words", () => {
  const steps = figureNames().map((name) => `staff-text.figure-${name.split("/")[1]}`);
  expect(steps.filter((id) => !(id in english))).toEqual([]);
});
