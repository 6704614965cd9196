import { mkdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { migrate, migrationNames } from "../../src/server/db/migrate.ts";
import type { Tables } from "../../src/server/db/schema.ts";
import { sqliteDialect } from "../../src/server/db/sqlite-dialect.ts";
import { backup, restore } from "./support/backups.ts";
import { readSchoolRows } from "./support/school-rows.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("a backup from before the last changes of the tables can be restored, with all its rows", async () => {
  const folder = temporaryFolder();
  const [old, now] = [path.join(folder, "old"), path.join(folder, "now")];
  await mkdir(old);
  const [baseline = ""] = await migrationNames();
  const connection = new DatabaseSync(path.join(old, "school.db"));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
  await migrate(db, [baseline]);
  const version = { state: "published" as const, actor: "command" as const, manifest: "m" };
  await db
    .insertInto("source_version")
    .values({ ...version, created: 1, changed: 2, published: 2 })
    .execute();
  await db.insertInto("setting").values({ name: "languages", value: '["en"]' }).execute();
  connection.close();

  const file = path.join(folder, "school.tar.zst");
  await backup(file, old);
  expect((await restore(file, now)).err).toBe("");
  const rows = await readSchoolRows(now);
  expect(rows.source_version?.map((row) => JSON.parse(row))).toMatchObject([
    { manifest: "m", published: 2, note: "", summary: null },
  ]);
  expect(rows.setting?.some((row) => row.includes("languages"))).toBe(true);
  expect(rows.source_change).toEqual([]);
});
