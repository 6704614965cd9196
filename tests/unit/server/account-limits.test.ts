import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  AccountLimits,
  DEFAULT_LIMITS,
  type Limits,
  type Stored,
} from "../../../src/server/accounts/account-limits.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const MINUTE = 60_000;
const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  storageBytes: 100,
  messages: 2,
  handIns: 2,
  notes: 2,
  tables: 2,
};

let store: TemporaryDatabase;
let now: number;
let student: number;
let read: Kysely<Tables>;
beforeEach(async () => {
  store = await openTemporaryDatabase();
  now = 1_000_000_000_000;
  student = await store.addPerson();
  ({ read } = store.database);
});
afterEach(() => store.close());

const open = (limits: Partial<Limits> = {}) =>
  new AccountLimits({ ...LIMITS, ...limits }, () => now);
const person = (level = 0) => ({ accountId: student, level });

let lastLesson = 0;
/** Stores notes of this length each. */
const addNotes = async (count: number, length = 1) => {
  for (let at = 0; at < count; at += 1) {
    lastLesson += 1;
    const note = { account_id: student, lesson_id: lastLesson, updated: now };
    await store.insert("note", { ...note, text: "x".repeat(length) });
  }
};

/** What comes of storing more: the refusal, or null. */
const storing = (limits: AccountLimits, more: Partial<Stored>, level = 0): Promise<unknown> =>
  limits.assertRoom(read, person(level), more).then(
    () => null,
    ({ status, code, message }) => `${status} ${code}: ${message}`,
  );

test.each(["messages", "handIns", "notes", "tables"] as const)(
  "limits the number of %s",
  async (kind) => {
    expect(await storing(open(), { [kind]: 2 })).toBe(null);
    expect(await storing(open(), { [kind]: 3 })).toBe(
      `409 account/limit_reached: You may have at most 2 ${kind}`,
    );
    expect(await storing(open({ [kind]: 0 }), { [kind]: 1000 })).toBe(null);
  },
);

test("what an account stores is limited in bytes", async () => {
  await addNotes(1, 60);
  expect(await storing(open(), { bytes: 40 })).toBe(null);
  expect(await storing(open(), { bytes: 41 })).toBe(
    "507 account/storage_full: You may store at most 100 bytes",
  );
  expect(await storing(open({ storageBytes: 0 }), { bytes: 1e12 })).toBe(null);
  await addNotes(1, 40);
  expect(await storing(open(), { messages: 1 })).toBe(null);
  await addNotes(1, 1);
  expect(await storing(open(), { messages: 1 })).toContain("507 ");
});

test("what an account stores may be ten times as much from a tutor on", async () => {
  expect(await storing(open(), { messages: 20, bytes: 1000 }, 10)).toBe(null);
  expect(await storing(open(), { messages: 21 }, 10)).toContain("at most 20 messages");
  expect(await storing(open(), { bytes: 1001 }, 10)).toContain("at most 1000 bytes");
  expect(await storing(open(), { messages: 3 }, 9)).toContain("at most 2 messages");
});

test("what an account stores is its own, and counted anew each time", async () => {
  const limits = open();
  const other = { accountId: await store.addPerson(), level: 0 };
  expect(await storing(limits, { notes: 1 })).toBe(null);
  await addNotes(2);
  expect(await storing(limits, { notes: 1 })).toContain("409 ");
  await expect(limits.assertRoom(read, other, { notes: 2 })).resolves.toBeUndefined();
  await store.database.write((db) => db.deleteFrom("note").execute());
  expect(await storing(limits, { notes: 1 })).toBe(null);
});

test("requests, long answers and writes are limited each by itself", () => {
  const limits = open({ requestsAtOnce: 1, writesPerMinute: 1 });
  expect([limits.requests.tryEnter(1), limits.requests.tryEnter(1)]).toEqual([true, false]);
  expect([limits.streams.tryEnter(1), limits.streams.tryEnter(1)]).toEqual([true, false]);
  limits.writes.count(1);
  expect(() => limits.writes.count(1)).toThrow("Too many changes within a minute");
  now += MINUTE;
  limits.writes.count(1);
  expect(limits.limits.notes).toBe(2);
});
