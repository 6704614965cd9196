import { afterAll, beforeEach, expect, test } from "vitest";
import { Tokens } from "../../../src/server/accounts/session/tokens.ts";
import { Background } from "../../../src/server/background.ts";
import { daysIn } from "../../../src/server/days.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { Log } from "../../../src/server/log.ts";
import type { Secret } from "../../../src/server/secrets.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

let store: TemporaryDatabase;
let now = Date.parse("2026-11-22T12:00:00.000Z");
let tokens: Tokens;
let accountId: number;
let token: Secret;

const stores: TemporaryDatabase[] = [];
beforeEach(async () => {
  store = await openTemporaryDatabase();
  stores.push(store);
  tokens = new Tokens(
    store.database,
    () => now,
    new Background(new Log("silent")),
    () => daysIn("UTC"),
  );
  accountId = await store.addPerson();
  token = await store.database.write((db) => tokens.issue(db, accountId, null));
  expect(await tokens.find(token)).toMatchObject({ accountId });
});
afterAll(async () => {
  for (const each of stores) await each.close();
});

/** Blocks the account as a command does, in a connection of its own. */
const blockFromOutside = async (): Promise<void> => {
  const other = await openDatabase(store.dataDir, null);
  await other.write((db) => db.updateTable("account").set({ blocked: now }).execute());
  await other.close();
};

test("a known token needs no query for a minute, whatever this server writes", async () => {
  await store.database.write((db) => db.updateTable("account").set({ email: "x" }).execute());
  now += 59_000;
  expect(tokens.find(token)).not.toBeInstanceOf(Promise);
  now += 1000;
  expect(tokens.find(token)).toBeInstanceOf(Promise);
});

test("what another process changes counts within a tenth of a second", async () => {
  await blockFromOutside();
  now += 99;
  expect(tokens.find(token)).toMatchObject({ accountId });
  now += 1;
  expect(await tokens.find(token)).toBe(null);
});

test("an expired token is refused at its time", async () => {
  await store.database.write((db) =>
    db
      .updateTable("token")
      .set({ expires: now + 3_002_000 })
      .execute(),
  );
  now += 3_000_000;
  expect(await tokens.find(token)).toMatchObject({ accountId });
  now += 2000;
  expect(await tokens.find(token)).toBe(null);
});

test("an account that expires is refused from midnight on", async () => {
  now = Date.parse("2026-11-22T23:59:30.000Z");
  // The date lies a month after the last day, which is the 22nd.
  const expire = "2026-12-22";
  await store.database.write((db) => db.updateTable("account").set({ expire }).execute());
  tokens.forget(accountId);
  expect(await tokens.find(token)).toMatchObject({ accountId });
  now += 29_999;
  expect(await tokens.find(token)).toMatchObject({ accountId });
  now += 1;
  expect(await tokens.find(token)).toBe(null);
});
