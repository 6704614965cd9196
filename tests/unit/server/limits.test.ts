import { expect, onTestFinished, test, vi } from "vitest";
import {
  AccountLimits,
  DEFAULT_LIMITS,
  type Limits,
  type StoredCounts,
  WriteRate,
} from "../../../src/server/accounts/account-limits.ts";
import { Gate } from "../../../src/server/gate.ts";
import { settle } from "../support/settle.ts";
import { openTemporaryDatabase } from "./support/temporary-database.ts";

const enter = (gate: Gate, key: number, ends: string[], name: string) =>
  void gate.enter(key).then(
    () => ends.push(name),
    ({ status, headers }) => ends.push(`${name}: ${status}, ${headers["Retry-After"]}`),
  );

test("requests at once are let in up to the limit, for each account by itself", () => {
  const gate = new Gate(2);
  expect([1, 2, 3].map(() => gate.tryEnter(7))).toEqual([true, true, false]);
  expect(gate.tryEnter(8)).toBe(true);
  gate.leave(7);
  expect([gate.tryEnter(7), gate.tryEnter(7)]).toEqual([true, false]);
  for (const key of [7, 7, 8, 8]) gate.leave(key);
  expect([1, 2, 3].map(() => gate.tryEnter(7))).toEqual([true, true, false]);
  const open = new Gate(0);
  expect(Array.from({ length: 100 }, () => open.tryEnter(7))).not.toContain(false);
});

test("requests at once are limited for each of thousands of accounts, also when others have gone", () => {
  const gate = new Gate(1);
  const accounts = Array.from({ length: 3000 }, (_, at) => at);
  const enterAll = () => accounts.filter((account) => gate.tryEnter(account)).length;
  expect(enterAll()).toBe(3000);
  expect(enterAll()).toBe(0);
  for (const account of accounts.slice(0, 2000)) gate.leave(account);
  expect(gate.tryEnter(9999)).toBe(true);
  expect(enterAll()).toBe(2000);
  expect(enterAll()).toBe(0);
});

test("requests give up their place in the line when nobody waits for the answer", async () => {
  const gate = new Gate(1);
  const ends: string[] = [];
  const client = new AbortController();
  enter(gate, 7, ends, "a");
  const gone = gate.enter(7, client.signal);
  enter(gate, 7, ends, "b");
  client.abort();
  await expect(gone).rejects.toMatchObject({ status: 429 });
  gate.leave(7);
  await settle();
  expect(ends).toEqual(["a", "b"]);
  // Who has entered does not lose the place to somebody else.
  gate.leave(7);
  expect(gate.tryEnter(7)).toBe(true);
  expect(gate.tryEnter(7)).toBe(false);
});

test("requests are refused after ten seconds in the line, and leave it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const gate = new Gate(1);
  const ends: string[] = [];
  enter(gate, 7, ends, "a");
  enter(gate, 7, ends, "b");
  const refused = expect(gate.enter(7)).rejects.toMatchObject({
    code: "account/too_many_requests",
    message: "Too many requests at once; try again soon",
  });
  vi.advanceTimersByTime(9000);
  enter(gate, 7, ends, "c");
  vi.advanceTimersByTime(1000);
  await settle();
  expect(ends).toEqual(["a", "b: 429, 2"]);
  await refused;
  gate.leave(7);
  await settle();
  expect(ends).toEqual(["a", "b: 429, 2", "c"]);
});

const open = (perMinute: number) => {
  const clock = { now: 1_000_000 };
  const rate = new WriteRate(perMinute, () => clock.now);
  /** @returns how many of the writes were accepted, and the seconds to wait after that */
  const write = (times: number, key: number | string = 7): [number, string | null] => {
    for (let done = 0; done < times; done += 1) {
      try {
        rate.count(key);
      } catch (problem) {
        expect(problem).toMatchObject({ status: 429, code: "account/too_many_writes" });
        const { headers } = problem as { headers: Record<string, string> };
        return [done, headers["Retry-After"] ?? ""];
      }
    }
    return [times, null];
  };
  return { clock, write };
};

test("writes in a minute have no limit if it is 0", () => {
  expect(open(0).write(1000)).toEqual([1000, null]);
});

test("writes in a minute come back evenly, up to a minute's", () => {
  const { clock, write } = open(6);
  write(6);
  clock.now += 9999;
  expect(write(1)).toEqual([0, "1"]);
  clock.now += 1;
  expect(write(2)).toEqual([1, "10"]);
  clock.now += 25_000;
  expect(write(3)).toEqual([2, "5"]);
  clock.now += 3_600_000;
  expect(write(7)).toEqual([6, "10"]);
});

test("writes in a minute neither come back nor are lost when the clock is set back", () => {
  const { clock, write } = open(6);
  write(4);
  clock.now -= 3_600_000;
  expect(write(3)).toEqual([2, "10"]);
  clock.now += 10_000;
  expect(write(1)).toEqual([1, null]);
});

test("writes in a minute are counted for any number of accounts", () => {
  const { clock, write } = open(1);
  for (let key = 0; key < 20_000; key += 1) write(1, key);
  expect(write(1, 5)).toEqual([0, "60"]);
  clock.now += 30_000;
  // Nobody's count is dropped before its minute has passed.
  write(1, "new");
  expect(write(1, 5)).toEqual([0, "30"]);
  clock.now += 60_000;
  write(1, "newer");
  expect(write(1, 5)).toEqual([1, null]);
});

const MANY = { bytes: 1e12, messages: 1000, handIns: 1000, notes: 1000, tables: 1000 };
const LIMITED = { storageBytes: 100, messages: 2, handIns: 2, notes: 2, tables: 2 };

/** What comes of storing more: the refusal, or null. */
const openAccount = async (limited: Partial<Limits> = LIMITED) => {
  const store = await openTemporaryDatabase();
  const limits = new AccountLimits({ ...DEFAULT_LIMITS, ...limited }, () => 1_000_000_000_000);
  const storing = (accountId: number, more: Partial<StoredCounts>, level = 0): Promise<unknown> =>
    limits.assertRoom(store.database.read, { accountId, level }, more).then(
      () => null,
      ({ status, code, message }) => `${status} ${code}: ${message}`,
    );
  return { store, storing, student: await store.addPerson() };
};

test("what an account stores has no limit if it is 0", async () => {
  const none = { storageBytes: 0, messages: 0, handIns: 0, notes: 0, tables: 0 };
  const { storing, student } = await openAccount(none);
  expect(await storing(student, MANY)).toBe(null);
});

test("what an account stores may be ten times as much from a tutor on", async () => {
  const { storing, student } = await openAccount();
  expect(await storing(student, { messages: 20, bytes: 1000 }, 10)).toBe(null);
  expect(await storing(student, { messages: 21 }, 10)).toContain("at most 20 messages");
  expect(await storing(student, { bytes: 1001 }, 10)).toContain("at most 1000 bytes");
  expect(await storing(student, { messages: 3 }, 9)).toContain("at most 2 messages");
});

test("what an account stores is its own, and counted anew each time", async () => {
  const { store, storing, student } = await openAccount();
  expect(await storing(student, { notes: 1 })).toBe(null);
  for (const lesson_id of [1, 2])
    await store.insert("note", { account_id: student, lesson_id, updated: 0, text: "x" });
  expect(await storing(student, { notes: 1 })).toContain("409 ");
  expect(await storing(await store.addPerson(), { notes: 2 })).toBe(null);
  await store.database.write((db) => db.deleteFrom("note").execute());
  expect(await storing(student, { notes: 1 })).toBe(null);
});
