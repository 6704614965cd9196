import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { importSchool } from "../../src/server/db/import-school.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { fixtureSchool } from "./support/test-school.ts";

test("lessons that were imported before there was a search can be searched", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "older-data-"));
  try {
    const rows = async () => {
      const database = await openDatabase(folder, null);
      await importSchool(database, folder, await fixtureSchool());
      const found = await database.read
        .selectFrom("lesson_text")
        .selectAll()
        .orderBy("lesson_id")
        .orderBy("language")
        .orderBy("page")
        .execute();
      await database.close();
      return found;
    };
    const imported = await rows();
    expect(imported.length).toBeGreaterThan(9);

    const older = new DatabaseSync(path.join(folder, "school.db"));
    older.exec("drop table lesson_text; drop table note; drop table serial_number");
    older.exec("delete from kysely_migration where name > '0001-first'");
    older.close();
    expect(await rows()).toEqual(imported);
  } finally {
    await rm(folder, { recursive: true });
  }
});
