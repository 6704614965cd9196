import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { parseSearchQuery } from "../../../src/domain/lesson-search.ts";
import { LEFT_OUT_SETTINGS } from "../../../src/server/backup/backup-format.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { findPages } from "../../../src/server/study/search-index.ts";
import { FILES } from "./form.ts";
import { runInProcess } from "./run-in-process.ts";
import { readSchoolRows } from "./school-rows.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { openSchools, PMB, type TestSchool } from "./test-school.ts";

/** Opens a school on the named database, whatever other tests open schools on. */
export const openOn = openSchools((school, options) => school.open(options));

const variablesOf = (dataDir: string, databaseUrl: string | undefined): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});

export const backup = async (file: string, dataDir: string, databaseUrl?: string) => {
  const ran = await runInProcess(["backup", file, "--json"], variablesOf(dataDir, databaseUrl));
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
};

export const restore = (
  file: string,
  dataDir: string,
  databaseUrl?: string,
  words: string[] = [],
) => runInProcess(["restore", file, ...words], variablesOf(dataDir, databaseUrl));

export const sendPhoto = (school: TestSchool, token: string, subject: string, photo: Buffer) =>
  school.message(token, { subject, body: "Is this right?" }, { "photo.jpg": photo });

/** Without what a backup leaves out on purpose, and without the records of backups and restores. */
const withoutSessions = (rows: Awaited<ReturnType<typeof readSchoolRows>>) => {
  const { token, reset_link, failed_attempt, turn, unused_file, setting = [], ...others } = rows;
  const { openid_code, openid_session, audit = [], ...kept } = others;
  return {
    ...kept,
    audit: audit.filter((line) => JSON.parse(line).kind !== "backup"),
    setting: setting.filter((line) => !LEFT_OUT_SETTINGS.has(JSON.parse(line).name)),
  };
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Creates an empty database for a school; undefined: SQLite, beside its files. */
type CreateDatabase = () => Promise<string | undefined>;

/** What a backup of a school on one database promises, also when it is restored on another one. */
export const testBackups = (createDatabase: CreateDatabase, createTarget: CreateDatabase): void => {
  test("a backup has every write from before it, on either database", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await createDatabase();
    const target = await createTarget();
    const school = await openOn({ databaseUrl });
    const students = await Promise.all(
      Array.from({ length: 4 }, () => school.student({ course: PMB })),
    );
    const acknowledged: string[] = [];
    let isOver = false;
    const writing = students.map(async ({ token }, student) => {
      for (let count = 0; !isOver; count += 1) {
        const subject = `question ${student}-${count}`;
        const { status } = await sendPhoto(school, token, subject, FILES.jpeg(2000 + count));
        if (status === 201) acknowledged.push(subject);
        // Refused where a school limits how often somebody writes: the others are enough.
        else if (acknowledged.length > 20) return;
      }
    });
    while (acknowledged.length < 20) await Promise.race([Promise.all(writing), nextTurn()]);
    const before = [...acknowledged];
    const file = path.join(folder, "school.tar.zst");
    const written = await backup(file, school.dataDir, databaseUrl);
    isOver = true;
    await Promise.all(writing);
    expect(written).toMatchObject({ path: file, missing: [], rows: { account: 4 } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["school.tar.zst"]);

    const restored = path.join(folder, "restored");
    expect(await restore(file, restored, target)).toMatchObject({ code: 0, err: "" });
    const rows = await readSchoolRows(restored, target);
    const parsed = (table: string) => rows[table]?.map((line) => JSON.parse(line)) ?? [];
    const subjects = new Set(parsed("message").map(({ subject }) => subject));
    expect(before.filter((subject) => !subjects.has(subject))).toEqual([]);
    for (const { stored, size } of parsed("message_file")) {
      const bytes = await readFile(path.join(restored, "uploads", stored));
      expect(bytes.length).toBe(size);
      expect(bytes).toEqual(await readFile(path.join(school.dataDir, "uploads", stored)));
    }
    const accounts: number[] = parsed("account").map(({ id }) => id);
    expect(accounts.toSorted()).toEqual(students.map(({ id }) => id).toSorted());
    const moved = await openDatabase(restored, target ?? null);
    expect((await findPages(moved.read, parseSearchQuery("aper"))).size).toBeGreaterThan(0);
    await moved.close();
  });

  test("a backup restored there and back is the same, and repeats no id", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await createDatabase();
    const school = await openOn({ databaseUrl });
    const person = await school.student({ course: PMB });
    await school.complete(person.token, 101);
    await sendPhoto(school, person.token, "Darts \ud83e\uddf5 גזרה", FILES.jpeg());
    const note = { text: "line\u2028 'quoted' \\ \u0007" };
    const put = { method: "PUT", token: person.token, json: note };
    await school.call("/user/notes/101", put);
    const gone = await school.add();
    await school.remove("account", { id: gone.id });
    const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
    await backup(first, school.dataDir, databaseUrl);
    const original = await readSchoolRows(school.dataDir, databaseUrl);

    const [there, target] = [path.join(folder, "there"), await createTarget()];
    expect((await restore(first, there, target)).err).toBe("");
    await backup(second, there, target);
    const [back, again] = [path.join(folder, "back"), await createDatabase()];
    expect((await restore(second, back, again)).err).toBe("");
    const rows = await readSchoolRows(back, again);
    expect(withoutSessions(rows)).toEqual(withoutSessions(original));
    expect(rows.token).toEqual([]);

    for (const [dataDir, url] of [
      [there, target],
      [back, again],
    ] as const) {
      const database = await openDatabase(dataDir, url ?? null);
      const added = await database.write(async (db) => {
        const all = db.selectFrom("account").selectAll();
        const { id: _, ...fields } = await all.executeTakeFirstOrThrow();
        const account = { ...fields, username: "new", username_key: "new", email_key: "new" };
        const thread = { account_id: person.id };
        return [
          await db.insertInto("conversation").values(thread).returning("id").executeTakeFirst(),
          await db.insertInto("account").values(account).returning("id").executeTakeFirst(),
        ];
      });
      expect(added).toEqual([{ id: 2 }, { id: gone.id + 1 }]);
      await database.close();
    }
  });

  test("a restore replaces a served school only with --yes, and at once", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await createDatabase();
    const school = await openOn({ databaseUrl });
    const kept = await school.student({ course: PMB });
    await sendPhoto(school, kept.token, "Before", FILES.jpeg(500));
    const file = path.join(folder, "school.tar.zst");
    await backup(file, school.dataDir, databaseUrl);
    const later = await school.add({ username: "later" });
    const before = await readSchoolRows(school.dataDir, databaseUrl);

    const refused = await restore(file, school.dataDir, databaseUrl);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(/^This school has 2 accounts and 2 products and is being served\./);
    expect(refused.err).toMatch(/by the backup of \d{4}-\d\d-\d\dT/);
    // A wrong name is said first, not after somebody has agreed to replace the school.
    const lost = await restore(path.join(folder, "lost"), school.dataDir, databaseUrl);
    expect(lost.err).toMatch(/^There is no file .*lost\. Nothing has been changed\.\n$/);
    expect(await readSchoolRows(school.dataDir, databaseUrl)).toEqual(before);

    const done = await restore(file, school.dataDir, databaseUrl, ["--yes"]);
    expect(done).toMatchObject({ code: 0, err: "" });
    await school.hearOthers();
    school.now += 3000;
    expect((await school.call("/user/courses", { token: kept.token })).status).toBe(401);
    expect((await school.login(later.username)).status).toBe(404);
    const token = await school.token(kept);
    const { messages } = (await school.call("/user/messages", { token })).json;
    expect(messages).toMatchObject([{ subject: "Before" }]);
    const { attachments } = (await school.call(`/user/messages/${messages[0].id}`, { token })).json;
    expect(Buffer.from(attachments[0].data, "base64")).toEqual(FILES.jpeg(500));
    expect((await school.add({ username: "after" })).id).toBe(later.id + 1);
  });
};
