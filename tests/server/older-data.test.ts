import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { importSchool } from "../../src/server/db/import-school.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { studyTools } from "../../src/server/db/study-tool-tables.ts";
import { fixtureSchool } from "./support/test-school.ts";

test("lessons that were imported before there was a search can be searched", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "older-data-"));
  const database = await openDatabase(folder, null);
  try {
    await importSchool(database, folder, await fixtureSchool());
    const texts = () =>
      database.read
        .selectFrom("lesson_text")
        .selectAll()
        .orderBy("lesson_id")
        .orderBy("language")
        .orderBy("page")
        .execute();
    const imported = await texts();
    expect(imported.length).toBeGreaterThan(9);
    await database.write(async (db) => {
      for (const table of ["lesson_text", "note", "serial_number"]) {
        await db.schema.dropTable(table).execute();
      }
      await studyTools.up(db);
    });
    expect(await texts()).toEqual(imported);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});
