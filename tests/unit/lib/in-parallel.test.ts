import { expect, test } from "vitest";
import { createByteBudget } from "../../../src/lib/byte-budget.ts";
import { inParallel } from "../../../src/lib/in-parallel.ts";
import { settle } from "../support/settle.ts";

test("each item is processed once, and never more at once than allowed", async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel(Array(50).keys(), 7, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    done.push(item);
  });
  expect([most, new Set(done).size, done.length]).toEqual([7, 50, 50]);
});

test("a failure is passed on, starts no further item and closes a generator", async () => {
  let taken = 0;
  let closed = false;
  function* items() {
    try {
      for (; taken < 1000; taken += 1) yield taken;
    } finally {
      closed = true;
    }
  }
  const work = inParallel(items(), 2, async (item) => {
    await new Promise(setImmediate);
    if (item === 1) throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  await settle();
  // The other worker may have taken one more before the failure.
  expect([closed, taken <= 3]).toEqual([true, true]);
});

test("work in progress stays within the budget, in order of arrival", async () => {
  const budget = createByteBudget(10);
  const begun: string[] = [];
  const take = async (name: string, bytes: number) => {
    const giveBack = await budget.acquire(bytes);
    begun.push(name);
    return giveBack;
  };
  const [a, b, c, d] = [take("a", 6), take("b", 4), take("c", 9), take("d", 1)];
  await b;
  expect(begun).toEqual(["a", "b"]);
  (await b)();
  (await b)();
  await Promise.resolve();
  expect(begun).toEqual(["a", "b"]);
  (await a)();
  await Promise.all([c, d]);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("work larger than the whole budget runs alone", async () => {
  const budget = createByteBudget(10);
  const giveBack = await budget.acquire(50);
  let begun = false;
  const next = budget.acquire(1).then(() => {
    begun = true;
  });
  await Promise.resolve();
  expect(begun).toBe(false);
  giveBack();
  await next;
});
