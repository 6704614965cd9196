import { type FileHandle, open, rename, stat } from "node:fs/promises";
import path from "node:path";
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

const insert = (db: Database["read"], name: string, value = "") =>
  db.insertInto("setting").values({ name, value }).execute();
const set = (name: string, value?: string) => database.write((db) => insert(db, name, value));
const names = async () => {
  const rows = await database.read.selectFrom("setting").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
};

test("the embedded database rolls back a write that fails, and no other write of the same moment", async () => {
  const results = await Promise.allSettled([
    set("a"),
    database.write(async (db) => {
      await insert(db, "b");
      throw new Error("no");
    }),
    set("a"),
    set("c"),
  ]);
  expect(results.map(({ status }) => status === "fulfilled")).toEqual([true, false, false, true]);
  expect(await names()).toEqual(["a", "c"]);
});

test("the embedded database shows a write to readers once it has been acknowledged, and not before", async () => {
  await database.write(async (db) => {
    await insert(db, "a");
    expect(await names()).toEqual([]);
  });
  expect(await names()).toEqual(["a"]);
});

test("the embedded database finishes waiting writes before it closes", async () => {
  const waiting = Array.from({ length: 500 }, (_, at) => set(`name-${at}`));
  await database.close();
  await Promise.all(waiting);
  database = await openDatabase(folder, null);
  expect(await names()).toHaveLength(500);
});

describe("the disk of the embedded database", () => {
  let datasync: MockInstance<FileHandle["datasync"]>;
  beforeEach(async () => {
    const handle = await open(path.join(folder, "school.db"));
    datasync = vi.spyOn(Object.getPrototypeOf(handle), "datasync");
    await handle.close();
  });
  afterEach(() => datasync.mockRestore());

  test("a write is on the disk before it is said to be done, while reads go on", async () => {
    const disk = Promise.withResolvers<void>();
    datasync.mockReturnValueOnce(disk.promise);
    let isDone = false;
    const written = set("slow").then(() => {
      isDone = true;
    });
    await vi.waitFor(() => expect(datasync).toHaveBeenCalled());
    expect(await database.answers()).toBe(true);
    expect(isDone).toBe(false);
    disk.resolve();
    await written;
  });

  test("a busy disk is asked once for all writes that came meanwhile", async () => {
    const disk = Promise.withResolvers<void>();
    datasync.mockReturnValueOnce(disk.promise);
    const written = [set("0")];
    for (let at = 1; at <= 3; at += 1) {
      // Each is committed in a round of its own, while the disk still has the first.
      await vi.waitFor(async () => expect(await names()).toHaveLength(at));
      written.push(set(String(at)));
    }
    await vi.waitFor(async () => expect(await names()).toHaveLength(4));
    expect(datasync).toHaveBeenCalledTimes(1);
    disk.resolve();
    await Promise.all(written);
    expect(datasync).toHaveBeenCalledTimes(2);
  });

  test("a write that the disk cannot take fails, and not the next one", async () => {
    datasync.mockRejectedValueOnce(Object.assign(new Error("full"), { code: "ENOSPC" }));
    await expect(set("failed")).rejects.toThrow("full");
    await set("next");
    expect(datasync).toHaveBeenCalledTimes(2);
  });
});

const MEGABYTES = 1024 * 1024;
const expectShortLog = async () => {
  for (let at = 0; at < 5; at += 1) {
    await database.write((db) => db.deleteFrom("setting").execute());
    await set(`name-${at}`, "x".repeat(5 * MEGABYTES));
  }
  expect((await stat(path.join(folder, "school.db-wal"))).size).toBeLessThan(15 * MEGABYTES);
  expect(await names()).toEqual(["name-4"]);
};

test("the embedded database begins its log anew instead of letting it grow", expectShortLog);

test("the embedded database begins its log anew also if no thread can copy it", async () => {
  const away = `${folder}-away`;
  await rename(folder, away);
  await set("first", "x".repeat(5 * MEGABYTES));
  // It waits for the thread, which does not find the file.
  await set("second");
  await rename(away, folder);
  await expectShortLog();
});
