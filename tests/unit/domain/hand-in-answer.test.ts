import { expect, test } from "vitest";
import type { DrawnPage } from "../../../src/contract/drawing.ts";
import { answerProblem, MAX_ANSWER_LENGTH } from "../../../src/domain/hand-in-answer.ts";

const drawn = (page: Partial<DrawnPage>) => [
  { pages: [{ page: 1, turn: 0 as const, shapes: [], ...page }] },
];
const dot = { kind: "pen", ink: "red", points: [1, 1] } as const;

// The app and the school both ask this rule.
test.each([
  ["returned with words", "returned", "Mend the hem", [], null],
  ["returned with blanks alone", "returned", " \n", [], "missing"],
  ["returned with a drawing and no words", "returned", "", drawn({ shapes: [dot] }), null],
  ["returned with a turned page and no words", "returned", "", drawn({ turn: 90 }), null],
  ["returned with an empty drawing", "returned", "", drawn({}), "missing"],
  ["accepted without a word", "accepted", "", [], null],
  ["accepted with the longest text", "accepted", "x".repeat(MAX_ANSWER_LENGTH), [], null],
  ["accepted with a longer text", "accepted", "x".repeat(MAX_ANSWER_LENGTH + 1), [], "text"],
  ["returned with a null character", "returned", "a\0", [], "text"],
] as const)("tells whether work may be %s", (_, state, text, drawings, problem) => {
  expect(answerProblem({ state, text, drawings })).toBe(problem);
});
