import { expect, test } from "vitest";
import { createDraftMarks } from "../../../../src/features/lessons/draft/draft-marks.ts";

/** What a text says with these numbers of a draft. */
const said = (html: string, numbers: Record<string, number>, units: "cm" | "in") => {
  const root = document.createElement("div");
  root.lang = "en";
  root.innerHTML = html;
  const marks = createDraftMarks("own");
  marks.show(root, {
    numbers: new Map(Object.entries(numbers)),
    figures: new Map(),
    choice: "own",
    units,
    titleOf: String,
  });
  return root.textContent?.replaceAll("\u00a0", " ");
};

const mark = (name: string, stated: string) => `<i data-draft="${name}">${stated}</i>`;
const SUM = `${mark("s.halfHip", "50")} − ${mark("s.halfWaist", "36")} = ${mark("s.reduction", "14 cm")}`;

test.each([
  ["cm", { "s.halfHip": 50.04, "s.halfWaist": 36.06, "s.reduction": 13.98 }, "50 − 36.1 = 13.9 cm"],
  // 19 11/16, 14 3/16: the draft has 5 7/16.
  [
    "in",
    { "s.halfHip": 50.04, "s.halfWaist": 36.1, "s.reduction": 13.94 },
    "19 11/16 − 14 3/16 = 5 1/2 in",
  ],
] as const)("a sum adds up as it is shown, in %s", (units, numbers, sum) => {
  expect(said(SUM, numbers, units)).toBe(sum);
});

test("the result of a sum is the same further on, and no other sum is taken for one", () => {
  const numbers = {
    "s.halfHip": 50.04,
    "s.halfWaist": 36.06,
    "s.reduction": 13.98,
    "s.quarter": 25,
  };
  const again = `. So ${mark("s.reduction", "14 cm")}; ${mark("s.halfHip", "50")} ÷ 2 = ${mark("s.quarter", "25")}`;
  expect(said(SUM + again, numbers, "cm")).toBe("50 − 36.1 = 13.9 cm. So 13.9 cm; 50 ÷ 2 = 25");
});
