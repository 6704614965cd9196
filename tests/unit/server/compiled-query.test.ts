import { afterAll, beforeAll, expect, test } from "vitest";
import { compileOnce } from "../../../src/server/db/compiled-query.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

let store: TemporaryDatabase;
beforeAll(async () => {
  store = await openTemporaryDatabase();
});
afterAll(() => store.close());

let built = 0;
const setSetting = compileOnce((db, { name, value }: { name: string; value: string }) => {
  built += 1;
  return db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }));
});
const findSetting = compileOnce((db, { name }: { name: string }) =>
  db.selectFrom("setting").select("value").where("name", "=", name).where("value", "!=", "none"),
);

test("a query is built once, and runs with the values of each call, also in transactions", async () => {
  const { database } = store;
  await database.write((db) => setSetting(db, { name: "one", value: "1" }));
  await database.write((db) => setSetting(db, { name: "two", value: "none" }));
  await database.write((db) => setSetting(db, { name: "one", value: "1 again" }));
  expect(built).toBe(1);
  const settingOf = async (name: string) =>
    (await findSetting(database.read, { name })).rows.map(({ value }) => value);
  expect(await settingOf("one")).toEqual(["1 again"]);
  expect(await settingOf("two")).toEqual([]);
  expect(await settingOf("three")).toEqual([]);
});

test("a query that reads an argument while it is built does not run", async () => {
  const broken = compileOnce((db, { names }: { names: string[] }) =>
    db.selectFrom("setting").select("value").where("name", "in", names),
  );
  await expect(broken(store.database.read, { names: ["one"] })).rejects.toThrow();
});
