import { expect, test } from "vitest";
import { FairQueue } from "../../../src/server/fair-queue.ts";
import { settle } from "../support/settle.ts";

/**
 * A queue, with the names of the work in the order in which it began.
 * @param maxWaiting how many known parties may wait; the clock stands still
 */
const open = (atOnce = 1, maxWaiting = 100) => {
  // Of four turns known parties get three.
  const maxWaitMs = (maxWaiting * 4) / (3 * atOnce);
  const queue = new FairQueue({ atOnce, maxWaitMs, firstMs: 1, now: () => 0 });
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

/** What comes, as `party/name`, or as a name for a party of its own; `?` for a party that is not known. */
test.each([
  ["lets parties take turns", "first a/a1 a/a2 a/a3 b/b1 b/b2 c1", "first a1 b1 c1 a2 b2 a3"],
  [
    "serves known parties first, and an unknown one at every fourth turn",
    "first ?u1 ?u2 ?u3 k1 k2 k3 k4 k5",
    "first k1 k2 k3 u1 k4 k5 u2 u3",
  ],
  [
    "serves known parties on and on while nobody else waits",
    "first ?u1 k1 k2 k3 k4 k5 k6 k7",
    "first k1 k2 k3 u1 k4 k5 k6 k7",
  ],
])("a fair queue %s", async (_, arrivals, order) => {
  const { add, finish } = open();
  for (const word of arrivals.split(" ")) {
    const [party = "", name = party] = word.replace("?", "").split("/");
    add(name, { party, known: !word.startsWith("?") });
  }
  expect((await finish()).join(" ")).toBe(order);
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

/** A machine that does two pieces of work at once, with a clock of its own. */
const openMachine = (firstMs = 30) => {
  let now = 0;
  let begun: { until: number; end: () => void }[] = [];
  const queue = new FairQueue({ atOnce: 2, maxWaitMs: 700, firstMs, now: () => now });
  const waits: number[] = [];
  const done: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const count = (counts: Record<string, number>, party: string) => {
    counts[party] = (counts[party] ?? 0) + 1;
  };
  const arrive = (party: string, known: boolean, ms: number) => {
    const arrived = now;
    const work = () => {
      waits.push(now - arrived);
      count(done, party);
      return new Promise<void>((end) => void begun.push({ until: now + ms, end }));
    };
    void queue
      .run({ party, known }, work, () => new Error("refused"))
      .catch(() => count(refused, party));
  };
  return {
    ...{ queue, waits, done, refused, arrive },
    jump: (ms: number) => {
      now += ms;
    },
    /** Lets time pass, step by step. @param arrivals called in each step */
    async pass(steps: number, arrivals: () => void = () => {}) {
      for (let step = 0; step < steps; step += 1) {
        now += 10;
        const ended = begun.filter(({ until }) => until <= now);
        begun = begun.filter(({ until }) => until > now);
        for (const { end } of ended) end();
        await settle();
        arrivals();
      }
    },
  };
};

test.each([
  [20, true],
  [100, false],
])("a fair queue does all that is possible at %d ms each, within a second", async (ms, known) => {
  const machine = openMachine();
  let at = 0;
  // Four times as much as the machine can do.
  const storm = () => {
    for (let due = 0; due < 80 / ms; due += 1) machine.arrive(`${at++}`, known, ms);
  };
  await machine.pass(150, storm);
  machine.waits.length = 0;
  await machine.pass(300, storm);
  expect(machine.waits.length).toBeGreaterThanOrEqual((0.95 * 2 * 3000) / ms);
  expect(Math.max(...machine.waits)).toBeLessThan(1000);
  expect(Math.max(...machine.waits)).toBeGreaterThan(400);
  expect(Object.keys(machine.refused).length).toBeGreaterThan(machine.waits.length);
});

test("a fair queue refuses no known party because of strangers, and a quarter of the turns is theirs", async () => {
  const machine = openMachine();
  const knownOf = (counts: Record<string, number>) =>
    Object.keys(counts).filter((party) => party.startsWith("known"));
  let at = 0;
  await machine.pass(300, () => {
    for (let count = 0; count < 3; count += 1) machine.arrive(`stranger ${at++}`, false, 30);
    if (at % 4 === 0) machine.arrive(`known ${at}`, true, 30);
  });
  expect(knownOf(machine.refused)).toEqual([]);
  await machine.pass(300, () => {
    machine.arrive(`known ${at}`, true, 30);
    machine.arrive(`stranger ${at++}`, false, 30);
  });
  const strangers = Object.keys(machine.done).length - knownOf(machine.done).length;
  expect(strangers).toBeGreaterThan((2 * 6000) / 30 / 5);
});

test("a fair queue lets fewer wait while the machine is slow, not when the clock has jumped by an hour", async () => {
  const machine = openMachine();
  let at = 0;
  const storm = (ms: number) => () => machine.arrive(`${at++}`, false, ms);
  await machine.pass(200, storm(30));
  const before = machine.queue.waiting;
  machine.jump(3_600_000);
  await machine.pass(4, storm(30));
  expect(machine.queue.waiting).toBeGreaterThan(before * 0.9);
  await machine.pass(1500, storm(300));
  expect(machine.queue.waiting).toBeLessThan(before / 5);
  await machine.pass(1500, storm(30));
  expect(machine.queue.waiting).toBeGreaterThan(before * 0.8);
});
