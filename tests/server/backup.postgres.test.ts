import path from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { backup, openOn, restore, testBackups } from "./support/backups.ts";
import { testFirstStart } from "./support/first-start.ts";
import { newDatabase } from "./support/new-database.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const onSqlite = async () => undefined;

describe("from SQLite to PostgreSQL", () => testBackups(onSqlite, newDatabase));
describe("from PostgreSQL to SQLite", () => testBackups(newDatabase, onSqlite));

test("a restore into PostgreSQL takes its time, also for one statement of minutes", async () => {
  const DATABASE_URL = await newDatabase();
  const school = await openOn({ databaseUrl: DATABASE_URL });
  const { username } = await school.add();
  const file = path.join(temporaryFolder(), "school.tar.zst");
  await backup(file, school.dataDir, DATABASE_URL);
  await school.stop();

  // Holds a row that the restore has to delete.
  const [holding, watching] = [new pg.Client(DATABASE_URL), new pg.Client(DATABASE_URL)];
  await Promise.all([holding.connect(), watching.connect()]);
  onTestFinished(async () => {
    vi.useRealTimers();
    await Promise.all([holding.end(), watching.end()]);
  });
  await holding.query("begin");
  await holding.query("select id from account for update");
  const waited = async () => {
    const { rows } = await watching.query(
      `select extract(epoch from clock_timestamp() - query_start) * 1000 as ms
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return Number(rows[0]?.ms ?? 0);
  };
  vi.useFakeTimers({ toFake: ["performance"] });
  const restoring = restore(file, school.dataDir, DATABASE_URL, ["--yes"]);
  await expect.poll(waited).toBeGreaterThan(0);
  vi.advanceTimersByTime(600_000);
  // After a second the connection looks at the clock.
  await expect.poll(waited).toBeGreaterThan(1500);
  await holding.query("rollback");
  expect(await restoring).toMatchObject({ code: 0, err: "" });
  vi.useRealTimers();
  await school.start();
  expect((await school.login(username)).status).toBe(200);
});

describe("on PostgreSQL", () => testFirstStart(newDatabase));
