import { expect, test } from "vitest";
import { ownNumber } from "../../../../src/features/lessons/draft/draft-marks.ts";

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
