import { readdir } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { send } from "./support/client.ts";
import { startDemo } from "./support/demo-process.ts";
import { newDatabase } from "./support/new-database.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("npm start accepts DATABASE_URL: content and accounts are there", async () => {
  const dataDir = temporaryFolder();
  const DATABASE_URL = await newDatabase();
  const demo = await startDemo(dataDir, { DATABASE_URL });
  onTestFinished(async () => void (await demo.end()));
  const json = { username: "admin", password: "demo-admin", sessionId: null };
  const { token } = (await send(`${demo.address}/api/user/login`, { json })).json;
  const skeleton = await send(`${demo.address}/api/products/PM/skeleton`, { token });
  expect(skeleton.status).toBe(200);
  expect((await readdir(dataDir)).filter((name) => /sqlite|\.db/.test(name))).toEqual([]);
  const database = await openDatabase(dataDir, DATABASE_URL);
  const accounts = await database.read.selectFrom("account").select("username").execute();
  await database.close();
  expect(accounts.map(({ username }) => username)).toContain("student");
});
