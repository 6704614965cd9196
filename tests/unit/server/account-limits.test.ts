import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  AccountLimits,
  DEFAULT_LIMITS,
  type Limits,
  type StoredCounts,
} from "../../../src/server/accounts/account-limits.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const LIMITS: Limits = {
  ...{ ...DEFAULT_LIMITS, storageBytes: 100, messages: 2, handIns: 2, notes: 2, tables: 2 },
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
const addNotes = async (count: number, length = 1) => {
  for (let at = 0; at < count; at += 1) {
    lastLesson += 1;
    const note = { account_id: student, lesson_id: lastLesson, updated: now };
    await store.insert("note", { ...note, text: "x".repeat(length) });
  }
};

/** What comes of storing more: the refusal, or null. */
const storing = (limits: AccountLimits, more: Partial<StoredCounts>, level = 0): Promise<unknown> =>
  limits.assertRoom(read, person(level), more).then(
    () => null,
    ({ status, code, message }) => `${status} ${code}: ${message}`,
  );

test("what an account stores has no limit if it is 0", async () => {
  const limits = open({ storageBytes: 0, messages: 0, handIns: 0, notes: 0, tables: 0 });
  const many = { bytes: 1e12, messages: 1000, handIns: 1000, notes: 1000, tables: 1000 };
  expect(await storing(limits, many)).toBe(null);
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
