import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { addAccount } from "../../src/server/db/accounts.ts";
import { importSchool } from "../../src/server/db/import-school.ts";
import * as studyTools from "../../src/server/db/migrations/0005-study-tools.ts";
import * as activation from "../../src/server/db/migrations/0007-activation.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { fixtureSchool } from "./support/test-school.ts";

test("lessons that were imported before search existed can be searched", async () => {
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
      for (const table of ["activation", "registration", "lesson_text", "note", "serial_number"]) {
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

test("serial numbers from before seats existed stay valid, with two seats", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "older-data-"));
  const database = await openDatabase(folder, null);
  try {
    const serial = "0a1b2c3d-0000-4000-8000-0123456789ab";
    const account = await database.write((db) =>
      addAccount(db, {
        username: "noa",
        email: "noa@thimble.example",
        firstName: "Noa",
        lastName: "Brand",
        level: 0,
        languages: ["en"],
        passwordHash: "",
        registered: "2026-01-15",
        expire: null,
      }),
    );
    if ("taken" in account) throw new Error("The name is taken");
    await database.write(async (db) => {
      for (const table of ["activation", "registration", "lesson_text", "note", "serial_number"]) {
        await db.schema.dropTable(table).execute();
      }
      await studyTools.up(db);
      await sql`insert into serial_number values (${serial}, ${account.id}, 7)`.execute(db);
      await activation.up(db as unknown as Kysely<unknown>);
    });
    const rows = await database.read.selectFrom("serial_number").selectAll().execute();
    expect(rows).toEqual([
      {
        serial,
        account_id: account.id,
        name: "",
        seats: 2,
        courses: null,
        created: 7,
        revoked: null,
      },
    ]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});
