import { expect, test } from "vitest";
import { inParallel } from "../../../src/lib/in-parallel.ts";

test("each is done once, and never more at once than allowed", async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel(Array.from({ length: 50 }).keys(), 7, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    done.push(item);
  });
  expect(most).toBe(7);
  expect(done.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 50 }).keys()]);
});

test("a failure is not swallowed, and nothing is begun after it", async () => {
  const begun: number[] = [];
  const work = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 2) throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  expect(begun.length).toBeLessThan(5);
});
