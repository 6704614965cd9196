import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { parseSearchQuery } from "../../src/domain/lesson-search.ts";
import { addAccount } from "../../src/server/accounts/account-rows.ts";
import { importSchool } from "../../src/server/content/import-school.ts";
import { migrate, migrationNames } from "../../src/server/db/migrate.ts";
import * as messages from "../../src/server/db/migrations/0002-messages.ts";
import * as uploads from "../../src/server/db/migrations/0003-uploads.ts";
import * as studyTools from "../../src/server/db/migrations/0005-study-tools.ts";
import * as measurements from "../../src/server/db/migrations/0006-measurements.ts";
import * as activation from "../../src/server/db/migrations/0007-activation.ts";
import * as pages from "../../src/server/db/migrations/0010-pages.ts";
import * as searchIndex from "../../src/server/db/migrations/0011-search-index.ts";
import * as lessonAssets from "../../src/server/db/migrations/0040-lesson-assets.ts";
import * as rankedSearch from "../../src/server/db/migrations/0070-ranked-search.ts";
import * as wholeSizes from "../../src/server/db/migrations/0100-whole-sizes.ts";
import * as photosAfterwards from "../../src/server/db/migrations/0260-photos-afterwards.ts";
import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import type { Tables } from "../../src/server/db/schema.ts";
import { sqliteDialect } from "../../src/server/db/sqlite-dialect.ts";
import { findPages } from "../../src/server/study/search-index.ts";
import { NOA } from "./support/noa.ts";
import { diskStore } from "./support/stored-path.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { fixtureSchool } from "./support/test-school.ts";

/** A database in a new folder, for one test. */
const openOlder = async () => {
  const folder = temporaryFolder();
  const database = await openDatabase(folder, null);
  onTestFinished(() => database.close());
  return { folder, database };
};

const openImported = async () => {
  const { folder, database } = await openOlder();
  await importSchool(database, diskStore(folder), await fixtureSchool());
  return database;
};

/** Removes tables, which later migrations than the tested one have changed. */
const dropTables = async (db: Kysely<Tables>, ...tables: string[]) => {
  for (const table of tables) await db.schema.dropTable(table).execute();
};

/** Adds an account. @returns its id */
const addNoa = async (database: Database): Promise<number> => {
  const account = await database.write((db) => addAccount(db, NOA));
  if ("taken" in account) throw new Error("The name is taken");
  return account.id;
};

test("lessons that were imported before search existed can be searched", async () => {
  const database = await openImported();
  const texts = () =>
    database.read
      .selectFrom("lesson_text")
      .select(["lesson_id", "language", "page", "head", "folded", "body"])
      .orderBy("lesson_id")
      .orderBy("language")
      .orderBy("page")
      .execute();
  const imported = await texts();
  expect(imported.length).toBeGreaterThan(9);
  const found = await findPages(database.read, parseSearchQuery("aper"));
  expect(found.size).toBeGreaterThan(0);
  await database.write(async (db) => {
    await dropTables(db, "activation", "registration", "lesson_text", "lesson_index");
    await dropTables(db, "note", "serial_number");
    await studyTools.up(db);
    await searchIndex.up(db);
  });
  expect(await texts()).toEqual(imported);
  const again = await findPages(database.read, parseSearchQuery("aper"));
  expect([...again.values()]).toEqual([...found.values()]);
});

test("lessons that were imported before the index knew their titles are ranked by them", async () => {
  const database = await openImported();
  const ranked = () => findPages(database.read, parseSearchQuery("straight lines"));
  const imported = await ranked();
  expect([...imported.values()].toSorted()).toEqual([0, 1]);
  await database.write(async (db) => {
    await db.schema.dropTable("lesson_index").execute();
    await sql`create virtual table lesson_index using fts5 (
      words, content = '', detail = none, columnsize = 0, tokenize = 'ascii', prefix = '1 2 3'
    )`.execute(db);
    await sql`insert into lesson_index (rowid, words) select id, folded from lesson_text`.execute(
      db,
    );
  });
  await expect(ranked()).rejects.toThrow();
  await database.write(rankedSearch.up);
  expect(await ranked()).toEqual(imported);
});

test("lessons that were imported before files had an access rule show their pictures", async () => {
  const database = await openImported();
  const assets = () =>
    database.read.selectFrom("lesson").select(["dbid", "assets"]).orderBy("dbid").execute();
  const imported = await assets();
  expect(imported.some(({ assets: named }) => named.includes("figures/sheet.svg"))).toBe(true);
  await database.write(async (db) => {
    await db.schema.alterTable("lesson").dropColumn("assets").execute();
    await lessonAssets.up(db);
  });
  expect(await assets()).toEqual(imported);
});

test("downloads that were imported before photos were converted afterwards stay as they are for the desktop app", async () => {
  const { database } = await openOlder();
  const rows = async () =>
    database.read.selectFrom("file").select(["title", "is_download"]).orderBy("title").execute();
  await database.write(async (db) => {
    await db.schema.alterTable("file").dropColumn("is_download").execute();
    await db.schema.alterTable("file").addColumn("offline", "text").execute();
    await sql`insert into file (kind, product, title, type, size, checksum, offline) values
      ('asset', 'PM', 'photo.jpg', 'image/jpeg', 9, 'a', 'a-webp'),
      ('asset', 'PM', 'sample.jpg', 'image/jpeg', 9, 'b', null),
      ('asset', 'PM', 'sheet.pdf', 'application/pdf', 9, 'c', null)`.execute(db);
    await sql`insert into picture_variant (source, type, width, size, checksum) values
      ('a', 'image/webp', 480, 5, 'a-webp'), ('b', 'image/webp', 480, 5, 'b-webp')`.execute(db);
    await photosAfterwards.up(db as unknown as Kysely<unknown>);
  });
  expect(await rows()).toEqual([
    { title: "photo.jpg", is_download: 0 },
    { title: "sample.jpg", is_download: 1 },
    { title: "sheet.pdf", is_download: 0 },
  ]);
});

test("serial numbers from before seats existed stay valid, with two seats", async () => {
  const { database } = await openOlder();
  const serial = "0a1b2c3d-0000-4000-8000-0123456789ab";
  const id = await addNoa(database);
  await database.write(async (db) => {
    await dropTables(db, "activation", "registration", "lesson_text", "note", "serial_number");
    await studyTools.up(db);
    await sql`insert into serial_number values (${serial}, ${id}, 7)`.execute(db);
    await activation.up(db as unknown as Kysely<unknown>);
  });
  const rows = await database.read.selectFrom("serial_number").selectAll().execute();
  expect(rows).toEqual([
    { serial, account_id: id, name: "", seats: 2, courses: null, created: 7, revoked: null },
  ]);
});

test("messages and hand-ins from before lists had pages are in their lists", async () => {
  const { database } = await openOlder();
  const id = await addNoa(database);
  await database.write(async (tables) => {
    const db = tables as unknown as Kysely<unknown>;
    await dropTables(tables, "message_file", "message_read", "message", "conversation");
    await dropTables(tables, "upload_file", "upload", "measurement");
    await db.schema.dropIndex("note_updated").execute();
    await db.schema.dropIndex("announcement_from").execute();
    for (const migration of [messages, uploads, measurements]) await migration.up(db);
    await sql`insert into conversation (id, account_id) values (1, ${id}), (2, ${id}), (3, ${id})`.execute(
      db,
    );
    for (const [thread, role] of [
      [1, "student"],
      [2, "student"],
      [1, "tutor"],
    ]) {
      await sql`insert into message
        (conversation_id, author_id, author, role, subject, body, created)
        values (${thread}, ${id}, 'Noa', ${role}, '', 'How deep?', 7)`.execute(db);
    }
    for (const lesson of [101, 102, 101]) {
      await sql`insert into upload (account_id, lesson_id, created, comment, state)
        values (${id}, ${lesson}, 7, '', 'uploaded')`.execute(db);
    }
    await pages.up(db);
  });
  const conversations = await database.read
    .selectFrom("conversation")
    .select(["id", "last_id", "waiting"])
    .orderBy("id")
    .execute();
  expect(conversations).toEqual([
    { id: 1, last_id: 3, waiting: 0 },
    { id: 2, last_id: 2, waiting: 1 },
    { id: 3, last_id: 0, waiting: 0 },
  ]);
  const owners = await database.read.selectFrom("message").select("account_id").execute();
  expect(owners).toEqual(Array(3).fill({ account_id: id }));
  const latest = await database.read.selectFrom("upload").select("latest").orderBy("id").execute();
  expect(latest.map((row) => row.latest)).toEqual([0, 1, 1]);
});

test("sizes of drawings that older versions kept with a fraction are whole, so that the school can move to PostgreSQL", async () => {
  const { database } = await openOlder();
  await database.write(async (db) => {
    const drawing = { source: "a", recipe: 1, width: 543.2, height: 287.6, problem: null };
    await db.insertInto("picture").values(drawing).execute();
    await wholeSizes.up(db);
  });
  const kept = await database.read.selectFrom("picture").select(["width", "height"]).execute();
  expect(kept).toEqual([{ width: 543, height: 288 }]);
});

test("tutors from before courses had tutors keep all courses, and answers from then are known", async () => {
  const folder = temporaryFolder();
  const connection = new DatabaseSync(path.join(folder, "school.db"));
  // biome-ignore lint/suspicious/noExplicitAny: the tables of an older version have no types.
  const older = new Kysely<any>({ dialect: sqliteDialect(connection) });
  const names = await migrationNames();
  await migrate(older, names.slice(0, names.indexOf("0220-desk")));
  const account = (name: string, level: number) => ({
    ...Object.fromEntries(
      ["username", "email"].flatMap((column) =>
        ["", "_key", "_like"].map((form) => [`${column}${form}`, name]),
      ),
    ),
    ...{ first_name: "", last_name: "", password: "", languages: "[]", registered: "2025-01-15" },
    ...{ serial_number: "", may_download: 0, level },
  });
  const people = [account("student", 0), account("tutor", 10), account("manager", 20)];
  await older.insertInto("account").values(people).execute();
  const upload = { account_id: 1, lesson_id: 101, created: 7, comment: "", latest: 1 };
  const answer = { feedback: "Good", feedback_at: 9, tutor: "Ruth" };
  await older
    .insertInto("upload")
    .values({ ...upload, ...answer, state: "accepted" })
    .execute();
  await older
    .insertInto("upload")
    .values({ ...upload, state: "uploaded" })
    .execute();
  connection.close();

  const database = await openDatabase(folder, null);
  onTestFinished(() => database.close());
  const { read } = database;
  const teachers = await read.selectFrom("account").select("teaches_all").orderBy("id").execute();
  expect(teachers.map(({ teaches_all }) => teaches_all)).toEqual([0, 1, 1]);
  const told = await read.selectFrom("upload").select(["told", "seen"]).orderBy("id").execute();
  expect(told).toEqual([
    { told: 9, seen: 1 },
    { told: null, seen: 0 },
  ]);
});
