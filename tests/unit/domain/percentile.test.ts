import { expect, test } from "vitest";
import { percentile } from "../../../src/domain/percentile.ts";

test("a percentile is the value that so many percent do not exceed", () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect([percentile(ten, 50), percentile(ten, 90), percentile(ten, 91)]).toEqual([5, 9, 10]);
  expect([percentile([7], 50), percentile([7], 90)]).toEqual([7, 7]);
  expect(percentile([1, 2, 3], 50)).toBe(2);
  expect(percentile([], 50)).toBeNull();
});
