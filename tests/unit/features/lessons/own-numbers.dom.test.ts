import { expect, test } from "vitest";
import { createDraftMarks, ownNumber } from "../../../../src/features/lessons/draft/draft-marks.ts";

/** What a text says with these numbers of a draft. */
const said = (html: string, numbers: Record<string, number>, units: "cm" | "in") => {
  const root = document.createElement("div");
  root.lang = "en";
  root.innerHTML = html;
  const marks = createDraftMarks("own");
  const all = new Map(Object.entries(numbers));
  marks.show(root, { numbers: all, figures: new Map(), choice: "own", units, titleOf: String });
  return root.textContent?.replaceAll("\u00a0", " ");
};

const mark = (name: string, stated: string) => `<i data-draft="${name}">${stated}</i>`;
const OWN = { "s.halfHip": 50.04, "s.halfWaist": 36.06, "s.reduction": 13.98 };
const SUM = `${mark("s.halfHip", "50")} − ${mark("s.halfWaist", "36")} = ${mark("s.reduction", "14 cm")}`;

test.each([
  ["cm", OWN, "50 − 36.1 = 13.9 cm"],
  // 19 11/16, 14 3/16: the draft has 5 7/16.
  ["in", { ...OWN, "s.halfWaist": 36.1, "s.reduction": 13.94 }, "19 11/16 − 14 3/16 = 5 1/2 in"],
] as const)("a sum adds up as it is shown, in %s", (units, numbers, sum) => {
  expect(said(SUM, numbers, units)).toBe(sum);
});

test("the result of a sum is the same further on, and no other sum is taken for one", () => {
  const numbers = { ...OWN, "s.quarter": 25 };
  const again = `. So ${mark("s.reduction", "14 cm")}; ${mark("s.halfHip", "50")} ÷ 2 = ${mark("s.quarter", "25")}`;
  expect(said(SUM + again, numbers, "cm")).toBe("50 − 36.1 = 13.9 cm. So 13.9 cm; 50 ÷ 2 = 25");
});

const shown = (
  name: string,
  stated: string,
  value: number,
  units: "cm" | "in" = "cm",
  language = "en",
) => ownNumber({ name: `skirt-block.${name}`, stated, value, units, language });

test.each([
  ["halfHip", "50 cm", 51.25, "cm", "en", "51.3 cm"],
  ["sideEach", "3.25 cm", 3.5, "cm", "en", "3.5 cm"],
  ["sideEach", "3,25 cm", 3.375, "cm", "de", "3,38 cm"],
  ["hip_girth", "96", 98.5, "cm", "en", "98.5"],
  ["halfHip", "50 ס״מ", 51.25, "cm", "he", "51.3 ס״מ"],
  ["darts", "3", 4, "in", "en", "4"],
  ["shoulder_slope", "22°", 20.5, "in", "en", "20.5°"],
  ["dartAngle", "16 degrees", 17.04, "in", "en", "17 degrees"],
  ["dartShare", "100 %", 0.65, "in", "en", "65%"],
  ["dartShare", "100 %", 0.65, "cm", "de", "65\u00a0%"],
  ["circlePart", "0.5", 0.75, "in", "en", "0.75"],
  ["crotchFit", "0 cm", -1, "in", "en", "−3/8\u00a0in"],
  ["halfHip", "50 cm", 51.25, "in", "en", "20 3/16\u00a0in"],
  ["halfHip", "50", 51.25, "in", "en", "20 3/16"],
] as const)("%s, stated as %s, is %d as %s in %s", (name, stated, value, units, language, own) => {
  expect(shown(name, stated, value, units, language)).toBe(own);
});

test("a fraction keeps its order in right-to-left text", () => {
  expect(shown("halfHip", "50 ס״מ", 51.25, "in", "he")).toMatch(/^\u206620 3\/16\u2069\u00a0/);
});

test("words that are no number stay as they are", () => {
  expect(shown("halfHip", "half", 51)).toBeNull();
  expect(shown("halfHip", "5 or 6", 51)).toBeNull();
});
