import { expect, test } from "vitest";
import { barOf, labelledWeeks, middleOf } from "../../../../src/features/reports/time-axis.ts";

test("time flows in the direction of the script: the first week is at its start", () => {
  expect(barOf(0, 4, "ltr")).toEqual({ start: 2.5, width: 20 });
  expect(barOf(0, 4, "rtl")).toEqual({ start: 77.5, width: 20 });
  expect(middleOf(3, 4, "ltr")).toBe(87.5);
  expect(middleOf(3, 4, "rtl")).toBe(12.5);
});

test("the bars of five years stand side by side within the chart", () => {
  const bars = Array.from({ length: 261 }, (_, at) => barOf(at, 261, "rtl"));
  expect(bars.every(({ start, width }) => start >= -0.001 && start + width <= 100.001)).toBe(true);
});

test("a few weeks of many have a date, among them the first one", () => {
  expect(labelledWeeks(12, 4)).toEqual([0, 3, 6, 9]);
  expect(labelledWeeks(3, 4)).toEqual([0, 1, 2]);
  expect(labelledWeeks(261, 4)).toHaveLength(4);
});
