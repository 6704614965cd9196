import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/server/db/open-database.ts";

describe("the embedded database", () => {
  let folder: string;
  let database: Database;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "school-db-"));
    database = await openDatabase(folder, null);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const set = (name: string, value = "") =>
    database.write((db) => db.insertInto("setting").values({ name, value }).execute());
  const names = async () => {
    const rows = await database.read.selectFrom("setting").select("name").orderBy("name").execute();
    return rows.map(({ name }) => name);
  };

  test("rolls back a write that fails, and no other write of the same moment", async () => {
    const results = await Promise.allSettled([
      set("a"),
      database.write(async (db) => {
        await db.insertInto("setting").values({ name: "b", value: "" }).execute();
        throw new Error("no");
      }),
      set("a"),
      set("c"),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect(await names()).toEqual(["a", "c"]);
  });

  test("shows a write to readers once it has been acknowledged, and not before", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const writing = database.write(async (db) => {
      await db.insertInto("setting").values({ name: "a", value: "" }).execute();
      expect(await names()).toEqual([]);
      resolve();
    });
    await promise;
    await writing;
    expect(await names()).toEqual(["a"]);
  });

  test("finishes waiting writes before it closes", async () => {
    const waiting = Array.from({ length: 500 }, (_, at) => set(`name-${at}`));
    await database.close();
    await Promise.all(waiting);
    database = await openDatabase(folder, null);
    expect(await names()).toHaveLength(500);
  });

  test("keeps its data when it is opened again, also by two processes at once", async () => {
    await set("a");
    const others = await Promise.all([openDatabase(folder, null), openDatabase(folder, null)]);
    for (const other of others) {
      expect(await other.read.selectFrom("setting").selectAll().execute()).toHaveLength(1);
      await other.close();
    }
  });

  test("uses a write-ahead log and synchronous=FULL", async () => {
    const file = new DatabaseSync(path.join(folder, "school.db"));
    expect(file.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
    file.close();
    const synchronous = await database.write(async (db) => {
      const { sql } = await import("kysely");
      return (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0];
    });
    expect(synchronous).toEqual({ synchronous: 2 });
  });

  test("allows no write outside the write queue", async () => {
    await expect(
      database.read.insertInto("setting").values({ name: "a", value: "" }).execute(),
    ).rejects.toThrow(/readonly|read-only/);
  });
});
