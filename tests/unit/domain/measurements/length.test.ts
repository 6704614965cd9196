import { expect, test } from "vitest";
import { fromInchParts, toInchParts } from "../../../../src/domain/measurements/format-measure.ts";

/** Up to 250 cm. */
const ALL_EIGHTHS = Array.from({ length: 800 }, (_, eighths) => eighths);

test("switching between centimetres and inches shows every eighth as the eighth that was typed", () => {
  for (const eighths of ALL_EIGHTHS)
    expect(toInchParts(fromInchParts(eighths, 8), 8)).toBe(eighths);
});
