import { type FileHandle, open, stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = temporaryFolder();
  database = await openDatabase(folder, null);
});
afterEach(async () => {
  await database.close();
});

const set = (name: string, value = "") =>
  database.write((db) => db.insertInto("setting").values({ name, value }).execute());
const names = async () => {
  const rows = await database.read.selectFrom("setting").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
};

test("the embedded database rolls back a write that fails, and no other write of the same moment", async () => {
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

test("the embedded database shows a write to readers once it has been acknowledged, and not before", async () => {
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

test("the embedded database finishes waiting writes before it closes", async () => {
  const waiting = Array.from({ length: 500 }, (_, at) => set(`name-${at}`));
  await database.close();
  await Promise.all(waiting);
  database = await openDatabase(folder, null);
  expect(await names()).toHaveLength(500);
});

test("the embedded database keeps its data when it is opened again, also by two processes at once", async () => {
  await set("a");
  const others = await Promise.all([openDatabase(folder, null), openDatabase(folder, null)]);
  for (const other of others) {
    expect(await other.read.selectFrom("setting").selectAll().execute()).toHaveLength(1);
    await other.close();
  }
});

describe("the embedded database puts each write on the disk", () => {
  let datasync: MockInstance<FileHandle["datasync"]>;
  beforeEach(async () => {
    const handle = await open(path.join(folder, "school.db"));
    datasync = vi.spyOn(Object.getPrototypeOf(handle), "datasync");
    await handle.close();
  });
  afterEach(() => datasync.mockRestore());

  const write = (value: string) =>
    database.write((db) => db.insertInto("setting").values({ name: value, value }).execute());

  test("before it says that the write is done, while reads go on", async () => {
    const disk = Promise.withResolvers<void>();
    datasync.mockReturnValueOnce(disk.promise);
    let isDone = false;
    const written = write("slow").then(() => {
      isDone = true;
    });
    await vi.waitFor(() => expect(datasync).toHaveBeenCalled());
    expect(await database.answers()).toBe(true);
    expect(isDone).toBe(false);
    disk.resolve();
    await written;
  });

  test("or says that it failed", async () => {
    datasync.mockRejectedValueOnce(Object.assign(new Error("full"), { code: "ENOSPC" }));
    await expect(write("failed")).rejects.toThrow("full");
    await write("next");
    expect(datasync).toHaveBeenCalledTimes(2);
  });

  test("in the log that SQLite writes", async () => {
    const file = new DatabaseSync(path.join(folder, "school.db"));
    expect(file.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
    file.close();
    await write("in the log");
    const [handle] = datasync.mock.contexts as FileHandle[];
    const log = await stat(path.join(folder, "school.db-wal"));
    expect((await handle?.stat())?.ino).toBe(log.ino);
  });
});

test("the embedded database allows no write outside the write queue", async () => {
  await expect(
    database.read.insertInto("setting").values({ name: "a", value: "" }).execute(),
  ).rejects.toThrow(/readonly|read-only/);
});
