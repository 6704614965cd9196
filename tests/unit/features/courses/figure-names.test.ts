import { expect, test } from "vitest";
import english from "../../../../locales/en.json" with { type: "json" };
import { figureNames } from "../../../../src/drafting/figures/figures.ts";

test("each figure that a lesson can show has a name in words", () => {
  const steps = figureNames().map((name) => `staff-text.figure-${name.split("/")[1]}`);
  expect(steps.filter((id) => !(id in english))).toEqual([]);
});
