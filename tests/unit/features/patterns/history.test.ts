import { expect, test } from "vitest";
import { change, settle, startHistory } from "../../../../src/features/patterns/history.ts";

test("a slider that is dragged is one step, until it is let go", () => {
  const dragged = change(change(change(startHistory(1), 2, "length"), 3, "length"), 4, "length");
  expect(dragged.past).toEqual([1]);
  expect(change(settle(dragged), 5, "length").past).toEqual([1, 4]);
  expect(change(dragged, 5, "ease").past).toEqual([1, 4]);
});

test("steps that are undone are a hundred at most", () => {
  let history = startHistory(0);
  for (let i = 1; i <= 300; i++) history = change(history, i);
  expect(history.past).toHaveLength(100);
});
