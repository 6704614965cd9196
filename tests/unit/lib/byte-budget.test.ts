import { expect, test } from "vitest";
import { createByteBudget } from "../../../src/lib/byte-budget.ts";

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
