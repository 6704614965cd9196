import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import { waitForAll } from "../../src/server/db/wait-for-all.ts";
import { OverloadedError } from "../../src/server/overloaded-error.ts";
import { newDatabase } from "./support/new-database.ts";

let database: Database;
beforeAll(async () => {
  // PostgreSQL has no folder.
  database = await openDatabase("", await newDatabase());
});
afterAll(async () => {
  await database.close();
});

const insert = (db: Database["read"], name: string, value = "") =>
  db.insertInto("setting").values({ name, value }).execute();
const settingNamed = async (db: Database["read"], name: string) =>
  (await db.selectFrom("setting").selectAll().where("name", "=", name).executeTakeFirst())?.value;

test("PostgreSQL rolls back a write that fails, and no other write of the same moment", async () => {
  const results = await Promise.allSettled([
    database.write((db) => insert(db, "a")),
    database.write(async (db) => {
      await insert(db, "b");
      throw new Error("no");
    }),
    database.write((db) => waitForAll(insert(db, "c"), insert(db, "c"), insert(db, "d"))),
    database.write((db) => waitForAll(insert(db, "e"), insert(db, "f"))),
  ]);
  const done = results.map(({ status }) => status === "fulfilled");
  expect(done).toEqual([true, false, false, true]);
  const names = await Promise.all([..."abcdef"].map((name) => settingNamed(database.read, name)));
  expect(names).toEqual(["", undefined, undefined, undefined, "", ""]);
});

test("PostgreSQL acknowledges no write whose error the caller has not seen", async () => {
  const writing = database.write(async (db) => {
    await insert(db, "lost");
    await insert(db, "lost").catch(() => {});
  });
  await expect(writing).rejects.toThrow("cannot be committed");
  expect(await settingNamed(database.read, "lost")).toBeUndefined();
});

test("PostgreSQL reads while every write waits for another one", async () => {
  await database.write((db) => insert(db, "held", "before"));
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  const change = (db: Database["read"], value: string) =>
    db.updateTable("setting").set({ value }).where("name", "=", "held").execute();
  const first = database.write(async (db) => {
    await change(db, "first");
    hold();
    await letGo;
  });
  await isHeld;
  const others = Array.from({ length: 20 }, () => database.write((db) => change(db, "after")));
  const values = await Promise.all(
    Array.from({ length: 20 }, () => settingNamed(database.read, "held")),
  );
  expect(new Set(values)).toEqual(new Set(["before"]));
  release();
  await Promise.all([first, ...others]);
  expect(await settingNamed(database.read, "held")).toBe("after");
});

test("PostgreSQL refuses queries while earlier ones have waited for a second", async () => {
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  const slow = database.write(async (db) => {
    await sql`lock table setting in access exclusive mode`.execute(db);
    lock();
    await letGo;
  });
  await isLocked;
  const now = performance.now.bind(performance);
  let passed = 0;
  using _clock = vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
  const waiting: Promise<unknown>[] = [];
  // Each query comes a second later, until one is refused.
  await vi.waitFor(async () => {
    const answer = settingNamed(database.read, "none");
    const refusal = await Promise.race([answer.catch((reason) => reason), nextTurn()]);
    passed += 1100;
    if (refusal === undefined) waiting.push(answer);
    expect(refusal).toBeInstanceOf(OverloadedError);
  });
  release();
  await Promise.all([slow, ...waiting]);
});

test("PostgreSQL begins no transaction that has waited too long for its turn, and loses none that it began", async () => {
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  const inTurn = (name: string) =>
    database.write(async (db) => {
      begun += 1;
      await letGo;
      await insert(db, name);
    });
  const first = Array.from({ length: 8 }, (_, at) => inTurn(`begun-${at}`));
  await vi.waitFor(() => expect(begun).toBe(8));
  const late = Promise.allSettled([inTurn("late")]);
  const now = performance.now.bind(performance);
  using _clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 600);
  await expect(inTurn("refused")).rejects.toBeInstanceOf(OverloadedError);
  release();
  await Promise.all(first);
  expect(await late).toMatchObject([{ status: "rejected", reason: expect.any(OverloadedError) }]);
  for (let at = 0; at < first.length; at += 1) {
    expect(await settingNamed(database.read, `begun-${at}`)).toBe("");
  }
  expect(await settingNamed(database.read, "late")).toBeUndefined();
  expect(await settingNamed(database.read, "refused")).toBeUndefined();
});

test("PostgreSQL goes on when a newer version of the school has changed a table", async () => {
  await database.write((db) => insert(db, "kept", "yes"));
  const write = () => database.write((db) => settingNamed(db, "kept"));
  const readAll = () =>
    Promise.all(Array.from({ length: 12 }, () => settingNamed(database.read, "kept")));
  for (let time = 0; time < 8; time += 1) {
    await readAll();
    await write();
  }
  await sql`alter table setting add column later text`.execute(database.read);
  expect(new Set(await readAll())).toEqual(new Set(["yes"]));
  // A write that was under way may have to be repeated.
  await write().catch(() => {});
  expect(await write()).toBe("yes");
});
