import { expect, test } from "vitest";
import { FairQueue } from "../../../src/server/fair-queue.ts";
import { settle } from "../support/settle.ts";

/** A queue, with the names of the work in the order in which it began. */
const open = (atOnce = 1, maxWaiting = 100) => {
  const queue = new FairQueue(atOnce, maxWaiting);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (
    name: string,
    { party = name, known = true, signal = undefined as AbortSignal | undefined } = {},
  ) => {
    void queue
      .run(
        { party, known },
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => void ends.set(name, resolve));
        },
        () => new Error(name),
        signal,
      )
      .catch((error: Error) => void refused.push(error.message));
  };
  /** Ends the work that began last, until nothing runs. */
  const finish = async () => {
    await settle();
    for (let at = 0; at < begun.length; at += 1) {
      ends.get(begun[at] ?? "")?.();
      await settle();
    }
    return begun;
  };
  return { queue, add, finish, begun, refused, end: (name: string) => ends.get(name)?.() };
};

test("a fair queue runs so many at once, and the next as each one ends", async () => {
  const { add, begun, end } = open(2);
  for (const name of ["a", "b", "c", "d"]) add(name);
  await settle();
  expect(begun).toEqual(["a", "b"]);
  end("b");
  await settle();
  expect(begun).toEqual(["a", "b", "c"]);
  end("a");
  end("c");
  await settle();
  expect(begun).toEqual(["a", "b", "c", "d"]);
  end("d");
  await settle();
  // All places are free again.
  for (const name of ["e", "f", "g"]) add(name);
  await settle();
  expect(begun.slice(4)).toEqual(["e", "f"]);
});

test("a fair queue gives the result of the work, and goes on after a failure", async () => {
  const { queue } = open();
  const who = { party: "a", known: true };
  const refuse = () => new Error("refused");
  await expect(queue.run(who, async () => 5, refuse)).resolves.toBe(5);
  const failing = queue.run(who, () => Promise.reject(new Error("failed")), refuse);
  await expect(failing).rejects.toThrow("failed");
  await expect(queue.run(who, async () => 6, refuse)).resolves.toBe(6);
});

test("a fair queue lets parties take turns, each with its own line", async () => {
  const { add, finish } = open();
  add("first");
  for (const name of ["a1", "a2", "a3"]) add(name, { party: "a" });
  for (const name of ["b1", "b2"]) add(name, { party: "b" });
  add("c1", { party: "c" });
  expect(await finish()).toEqual(["first", "a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("a fair queue serves known parties first, and an unknown one at every fourth turn", async () => {
  const { add, finish } = open();
  add("first");
  for (const name of ["u1", "u2", "u3"]) add(name, { known: false });
  for (const name of ["k1", "k2", "k3", "k4", "k5"]) add(name);
  expect(await finish()).toEqual(["first", "k1", "k2", "k3", "u1", "k4", "k5", "u2", "u3"]);
});

test("a fair queue counts the turns of known parties from zero after each unknown one", async () => {
  const { add, finish } = open();
  add("first");
  for (const name of ["k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"]) add(name);
  for (const name of ["u1", "u2"]) add(name, { known: false });
  const order = await finish();
  expect(order).toEqual(["first", "k1", "k2", "k3", "u1", "k4", "k5", "k6", "u2", "k7", "k8"]);
});

test("a fair queue drops the latest of the largest party when a lane is full, and nobody of the other lane", async () => {
  const { add, finish, refused } = open(1, 3);
  add("first");
  for (const name of ["a1", "a2"]) add(name, { party: "a" });
  add("b1", { party: "b" });
  add("k1", { party: "a", known: false });
  await settle();
  expect(refused).toEqual([]);
  add("c1", { party: "c" });
  await settle();
  expect(refused).toEqual(["a2"]);
  // All have one: the latest is dropped.
  add("d1", { party: "d" });
  await settle();
  expect(refused).toEqual(["a2", "d1"]);
  expect(await finish()).toEqual(["first", "a1", "b1", "c1", "k1"]);
});

test("a fair queue forgets work for which nobody waits any more", async () => {
  const { add, finish, refused } = open();
  const [gone, late] = [new AbortController(), new AbortController()];
  add("first", { signal: late.signal });
  add("a1", { party: "a" });
  add("a2", { party: "a", signal: gone.signal });
  add("b1", { party: "b", signal: gone.signal });
  await settle();
  gone.abort();
  // Work that has begun is finished.
  late.abort();
  add("c1", { signal: gone.signal });
  await settle();
  expect(refused.toSorted()).toEqual(["a2", "b1", "c1"]);
  add("b2", { party: "b" });
  expect(await finish()).toEqual(["first", "a1", "b2"]);
});

test("a fair queue goes on when all of a party have left", async () => {
  const { add, finish } = open();
  const gone = new AbortController();
  add("first");
  add("a1", { party: "a", signal: gone.signal });
  add("a2", { party: "a", signal: gone.signal });
  await settle();
  gone.abort();
  add("b1", { party: "b" });
  expect(await finish()).toEqual(["first", "b1"]);
});

test("a fair queue has room again for as many as were served or have left", async () => {
  const { add, finish, begun, refused } = open(1, 2);
  const gone = new AbortController();
  add("first", { known: false });
  add("a1", { known: false, signal: gone.signal });
  add("a2", { known: false });
  await settle();
  gone.abort();
  await settle();
  expect(refused).toEqual(["a1"]);
  await finish();
  // Nobody unknown waits any more: only known parties have turns.
  for (const name of ["b0", "b1", "b2"]) add(name);
  await finish();
  add("c0", { known: false });
  for (const name of ["c1", "c2"]) add(name, { known: false });
  await finish();
  expect(refused).toEqual(["a1"]);
  expect(begun).toEqual(["first", "a2", "b0", "b1", "b2", "c0", "c1", "c2"]);
});

test("a fair queue serves known parties on and on while nobody else waits", async () => {
  const { add, finish } = open();
  add("first");
  add("u1", { known: false });
  for (let at = 1; at <= 9; at += 1) add(`k${at}`);
  const order = await finish();
  expect(order).toEqual([
    "first",
    "k1",
    "k2",
    "k3",
    "u1",
    ...[4, 5, 6, 7, 8, 9].map((at) => `k${at}`),
  ]);
});

test("a fair queue does not count dropped work that is given up later", async () => {
  const { add, refused, finish } = open(1, 1);
  const { signal, abort } = (() => {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort() };
  })();
  add("first");
  add("a1", { party: "a" });
  add("a2", { party: "a", signal });
  await settle();
  expect(refused).toEqual(["a2"]);
  abort();
  await settle();
  expect(refused).toEqual(["a2"]);
  expect(await finish()).toEqual(["first", "a1"]);
});
