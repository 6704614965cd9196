import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { Kysely } from "kysely";
import pg from "pg";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { parseSearchQuery } from "../../src/domain/lesson-search.ts";
import { LEFT_OUT_SETTINGS } from "../../src/server/backup/backup-format.ts";
import { openSqliteSnapshot } from "../../src/server/backup/sqlite-snapshot.ts";
import { writeBackup } from "../../src/server/backup/write-backup.ts";
import { importSchool } from "../../src/server/db/import-school.ts";
import { migrate, migrationNames } from "../../src/server/db/migrate.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { findPages } from "../../src/server/db/search-index.ts";
import { sqliteDialect } from "../../src/server/db/sqlite-dialect.ts";
import { bareEnvironment } from "./support/bare-environment.ts";
import { FILES, formRequest } from "./support/form.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { isSound, readSchoolRows } from "./support/school-rows.ts";
import { diskStore } from "./support/stored-path.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import {
  fixtureSchool,
  openSchool,
  PASSWORD,
  PMB,
  type TestSchool,
} from "./support/test-school.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

type Kind = "SQLite" | "PostgreSQL";
const KINDS: readonly Kind[] = ["SQLite", "PostgreSQL"];
const other = (kind: Kind): Kind => (kind === "SQLite" ? "PostgreSQL" : "SQLite");

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
});

const databaseOf = async (kind: Kind): Promise<string | undefined> =>
  kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;

const variablesOf = (dataDir: string, databaseUrl: string | undefined): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});

const backup = async (file: string, dataDir: string, databaseUrl?: string) => {
  const ran = await runInProcess(["backup", file, "--json"], variablesOf(dataDir, databaseUrl));
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
};

const restore = (file: string, dataDir: string, databaseUrl?: string, words: string[] = []) =>
  runInProcess(["restore", file, ...words], variablesOf(dataDir, databaseUrl));

const send = (school: TestSchool, token: string, subject: string, photo: Buffer) =>
  school.call(
    "/user/messages",
    formRequest(token, [
      { name: "subject", body: subject },
      { name: "body", body: "Is this right?" },
      { name: "attachments", fileName: "photo.jpg", body: photo },
    ]),
  );

/** Without what a backup leaves out on purpose, and without the records of backups and restores. */
const withoutSessions = (rows: Awaited<ReturnType<typeof readSchoolRows>>) => {
  const { token, reset_link, failed_attempt, turn, unused_file, setting = [], ...others } = rows;
  const { openid_code, openid_session, openid_try, audit = [], ...kept } = others;
  return {
    ...kept,
    audit: audit.filter((line) => JSON.parse(line).kind !== "backup"),
    setting: setting.filter((line) => !LEFT_OUT_SETTINGS.has(JSON.parse(line).name)),
  };
};

describe.each(KINDS)("a backup of a school on %s", (kind) => {
  const tested = kind === "PostgreSQL" && !cluster ? test.skip : test;

  tested("a backup has every write from before it, on either database", async ({ skip }) => {
    const databaseUrl = await databaseOf(kind);
    const school = await openSchool({ databaseUrl });
    const target = await databaseOf(other(kind));
    if (other(kind) === "PostgreSQL" && !target) skip("PostgreSQL is not here");
    const students = await Promise.all(
      Array.from({ length: 4 }, () => school.student({ course: PMB })),
    );
    const acknowledged: string[] = [];
    let isOver = false;
    const writing = students.map(async ({ token }, student) => {
      for (let count = 0; !isOver; count += 1) {
        const subject = `question ${student}-${count}`;
        const { status } = await send(school, token, subject, FILES.jpeg(2000 + count));
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
    const subjects = new Set(rows.message?.map((line) => JSON.parse(line).subject));
    expect(before.filter((subject) => !subjects.has(subject))).toEqual([]);
    for (const line of rows.message_file ?? []) {
      const { stored, size } = JSON.parse(line);
      const bytes = await readFile(path.join(restored, "uploads", stored));
      expect(bytes.length).toBe(size);
      expect(bytes).toEqual(await readFile(path.join(school.dataDir, "uploads", stored)));
    }

    const moved = await openDatabase(restored, target ?? null);
    const accounts = await moved.read.selectFrom("account").select("id").execute();
    const found = await findPages(moved.read, parseSearchQuery("aper"));
    await moved.close();
    expect(found.size).toBeGreaterThan(0);
    expect(accounts.map(({ id }) => id).sort()).toEqual(students.map(({ id }) => id).sort());
  });

  tested("a backup restored there and back is the same, and repeats no id", async ({ skip }) => {
    const databaseUrl = await databaseOf(kind);
    const school = await openSchool({ databaseUrl });
    const person = await school.student({ course: PMB });
    await school.complete(person.token, 101);
    await send(school, person.token, "Darts \ud83e\uddf5 גזרה", FILES.jpeg());
    await school.call("/user/notes/101", {
      method: "PUT",
      token: person.token,
      json: { text: "line\u2028 'quoted' \\ \u0007" },
    });
    const gone = await school.add();
    await school.database.write((db) =>
      db.deleteFrom("account").where("id", "=", gone.id).execute(),
    );
    const first = path.join(folder, "first");
    await backup(first, school.dataDir, databaseUrl);
    const original = await readSchoolRows(school.dataDir, databaseUrl);

    const target = await databaseOf(other(kind));
    if (other(kind) === "PostgreSQL" && !target) skip("PostgreSQL is not here");
    const there = path.join(folder, "there");
    expect((await restore(first, there, target)).err).toBe("");
    const second = path.join(folder, "second");
    await backup(second, there, target);
    const again = await databaseOf(kind);
    const back = path.join(folder, "back");
    expect((await restore(second, back, again)).err).toBe("");
    expect(withoutSessions(await readSchoolRows(back, again))).toEqual(withoutSessions(original));
    expect((await readSchoolRows(back, again)).token).toEqual([]);

    for (const [dataDir, url] of [
      [there, target],
      [back, again],
    ] as const) {
      const database = await openDatabase(dataDir, url ?? null);
      const { id } = await database.write((db) =>
        db
          .insertInto("conversation")
          .values({ account_id: person.id })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      expect(id).toBe(2);
      const ids = await database.write(async (db) => {
        const { organisation_id, ...rest } = await db
          .selectFrom("account")
          .selectAll()
          .executeTakeFirstOrThrow();
        const { id: _, ...fields } = { ...rest, organisation_id };
        const added = { ...fields, username: "new", username_key: "new", email_key: "new" };
        return db.insertInto("account").values(added).returning("id").executeTakeFirstOrThrow();
      });
      expect(ids.id).toBe(gone.id + 1);
      await database.close();
    }
  });

  tested("a restore replaces a served school only with --yes, and at once", async () => {
    const databaseUrl = await databaseOf(kind);
    const school = await openSchool({ databaseUrl });
    const kept = await school.student({ course: PMB });
    await send(school, kept.token, "Before", FILES.jpeg(500));
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

  tested("a restore into a served school brings its people's known devices", async () => {
    const old = await openSchool({ databaseUrl: await databaseOf(kind) });
    const { username } = await old.add();
    const signedIn = await old.login(username);
    const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
    const file = path.join(folder, "school.tar.zst");
    await backup(file, old.dataDir, old.variables.DATABASE_URL);

    const school = await openSchool({ databaseUrl: await databaseOf(kind) });
    const { dataDir, variables } = school;
    expect((await restore(file, dataDir, variables.DATABASE_URL, ["--yes"])).err).toBe("");
    await school.server.refresh();
    const login = (password: string, headers: Record<string, string> = {}) =>
      school.call("/user/login", { headers, json: { username, password, sessionId: null } });
    for (let failure = 1; failure <= 10; failure += 1) await login("wrong password");
    expect((await login(PASSWORD)).status).toBe(429);
    expect((await login(PASSWORD, { Cookie: cookie })).status).toBe(200);
  });
});

describe.skipIf(!cluster)("restoring into PostgreSQL", () => {
  afterEach(() => vi.useRealTimers());

  test("a restore into PostgreSQL takes its time, also for one statement of minutes", async () => {
    const school = await openSchool({ databaseUrl: await databaseOf("PostgreSQL") });
    const { username } = await school.add();
    const { dataDir, variables } = school;
    const { DATABASE_URL = "" } = variables;
    const file = path.join(folder, "school.tar.zst");
    await backup(file, dataDir, DATABASE_URL);
    await school.stop();

    // Holds a row that the restore has to delete.
    const [holding, watching] = [1, 2].map(() => new pg.Client(DATABASE_URL)) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([holding.connect(), watching.connect()]);
    onTestFinished(async () => {
      await Promise.all([holding.end(), watching.end()]);
    });
    await holding.query("begin");
    await holding.query("select id from account for update");
    /** For how long it has waited, in milliseconds. */
    const waited = async () => {
      const { rows } = await watching.query(
        `select extract(epoch from clock_timestamp() - query_start) * 1000 as ms
          from pg_stat_activity where wait_event_type = 'Lock'`,
      );
      return Number(rows[0]?.ms ?? 0);
    };
    vi.useFakeTimers({ toFake: ["performance"] });
    const restoring = restore(file, dataDir, DATABASE_URL, ["--yes"]);
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
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("a backup", () => {
  const school = openSchool.shared();
  let bytes: Buffer;
  beforeAll(async () => {
    const person = await school.student({ course: PMB });
    await send(school, person.token, "Before", FILES.jpeg(40_000));
    const place = await mkdtemp(path.join(tmpdir(), "backup-"));
    await backup(path.join(place, "school"), school.dataDir);
    bytes = await readFile(path.join(place, "school"));
    await rm(place, { recursive: true });
  });

  /** A tar stream changed as the function says, compressed again. */
  const changed = (change: (tar: Buffer) => void): Buffer => {
    const tar = zstdDecompressSync(bytes);
    change(tar);
    return zstdCompressSync(tar);
  };
  const replaceText = (tar: Buffer, from: string, to: string) => {
    const at = tar.indexOf(from);
    expect(at).toBeGreaterThan(0);
    tar.write(to, at, "latin1");
  };
  const fileOf = (tar: Buffer) => tar.indexOf("JFIF");

  test.each<[string, () => Buffer, RegExp]>([
    ["cut in the middle", () => bytes.subarray(0, bytes.length >> 1), /is incomplete/],
    ["cut by one byte", () => bytes.subarray(0, -1), /is incomplete/],
    [
      "cut before its checksums",
      () => zstdCompressSync(zstdDecompressSync(bytes).subarray(0, -20_480)),
      /is incomplete/,
    ],
    ["empty", () => Buffer.alloc(0), /is incomplete/],
    [
      "changed on the disk",
      () => Buffer.concat([bytes.subarray(0, -9), Buffer.alloc(9, 7)]),
      /is (damaged|incomplete)/,
    ],
    [
      "changed in a file",
      () => changed((tar) => tar.writeUInt8(7, fileOf(tar) + 99)),
      /is damaged \(uploads\/.*\)/,
    ],
    [
      "changed in a row",
      () => changed((tar) => replaceText(tar, "Is this right?", "Is this wrong?")),
      /is damaged \(tables\/message\/000001\.jsonl\)/,
    ],
    [
      "of a newer format",
      () => changed((tar) => replaceText(tar, '"version": 1', '"version": 2')),
      /was made by a newer version/,
    ],
    [
      "of a newer school",
      () => changed((tar) => replaceText(tar, '"0001-first"', '"9001-first"')),
      /was made by a newer version/,
    ],
    ["a text", () => Buffer.from("Dear school,\n".repeat(900)), /is not a backup of a school/],
    [
      "another archive",
      () => zstdCompressSync(Buffer.from("hello ".repeat(900))),
      /is not a backup of a school/,
    ],
  ])("that is %s is refused in a sentence, and nothing has changed", async (_, make, sentence) => {
    const file = path.join(folder, "school.tar.zst");
    await writeFile(file, make());
    const before = await readSchoolRows(school.dataDir);
    const names = await readdir(school.dataDir, { recursive: true });
    const { code, out, err } = await restore(file, school.dataDir, undefined, ["--yes"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(sentence);
    expect(err).toMatch(/^[^\n]* Nothing has been changed\.\n$/);
    expect(await readSchoolRows(school.dataDir)).toEqual(before);
    expect(await readdir(school.dataDir, { recursive: true })).toEqual(names);
  });

  test("a backup is not written over a file, and not without a school", async () => {
    const file = path.join(folder, "there");
    await writeFile(file, "mine");
    const there = await runInProcess(["backup", file], { DATA_DIR: school.dataDir });
    expect(there).toMatchObject({ code: 1, err: expect.stringContaining("already exists") });
    expect(await readFile(file, "utf8")).toBe("mine");
    const none = await runInProcess(["backup", path.join(folder, "new")], { DATA_DIR: folder });
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("no school yet") });
    const nowhere = await runInProcess(["backup", path.join(folder, "no/such/file")], {
      DATA_DIR: school.dataDir,
    });
    expect(nowhere).toMatchObject({ code: 1, err: "There is no such folder.\n" });
    const away = await runInProcess(["backup", path.join(folder, "new")], {
      DATA_DIR: school.dataDir,
      DATABASE_URL: "postgres://127.0.0.1:1/school",
    });
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining("does not answer") });
    const lost = await restore(path.join(folder, "lost"), path.join(folder, "data"));
    expect(lost.err).toMatch(/^There is no file .*lost\. Nothing has been changed\.\n$/);
    expect(await readdir(folder)).toEqual(["there"]);
  });

  test("a backup names files that are missing or damaged in the school, and is complete otherwise", async () => {
    const damaged = path.join(folder, "data");
    const all = path.join(folder, "all");
    await writeFile(all, bytes);
    expect((await restore(all, damaged)).err).toBe("");
    const [file = ""] = await readdir(path.join(damaged, "files"));
    const [upload = ""] = await readdir(path.join(damaged, "uploads"));
    await writeFile(path.join(damaged, "files", file), "other bytes");
    await rm(path.join(damaged, "uploads", upload));
    const { code, err } = await runInProcess(["backup", path.join(folder, "b")], {
      DATA_DIR: damaged,
    });
    expect(code).toBe(0);
    expect(err).toMatch(/^2 files are missing or damaged in /);
    expect(err).toContain(`uploads/${upload}`);
    expect(err).toContain(`files/${file}`);
    // Restoring the good one repairs the school.
    expect((await restore(all, damaged, undefined, ["--yes"])).err).toBe("");
    expect((await backup(path.join(folder, "c"), damaged)).missing).toEqual([]);
  });

  test("a backup can be looked at with tar and sha256sum", async ({ skip }) => {
    const file = path.join(folder, "school.tar.zst");
    await writeFile(file, bytes);
    const run = promisify(execFile);
    const tar = await run("tar", ["--zstd", "-xf", file, "-C", folder]).catch(() => null);
    if (!tar) skip("tar with Zstandard is not here");
    const { stdout } = await run("sha256sum", ["-c", "checksums.txt"], { cwd: folder });
    expect(stdout).toContain("tables/account/000001.jsonl: OK");
    expect(stdout).not.toContain("FAILED");
  });

  test("a backup of an older version is brought up to date", async () => {
    const data = path.join(folder, "data");
    const old = path.join(folder, "old");
    await mkdir(old);
    const now = await openDatabase(data, null);
    await importSchool(now, diskStore(data), await fixtureSchool());
    const lessons = await now.read.selectFrom("lesson").selectAll().execute();
    const oldLessons = lessons.map(({ assets: _, ...lesson }) => lesson);
    const texts = await now.read.selectFrom("lesson_text").selectAll().execute();
    await now.close();
    const connection = new DatabaseSync(path.join(old, "school.db"));
    // biome-ignore lint/suspicious/noExplicitAny: the tables of an older version have no types.
    const db = new Kysely<any>({ dialect: sqliteDialect(connection) });
    const names = await migrationNames();
    await migrate(db, names.slice(0, names.indexOf("0005-study-tools")));
    await db.insertInto("lesson").values(oldLessons).execute();
    connection.close();
    const file = path.join(folder, "old.tar.zst");
    const snapshot = await openSqliteSnapshot(path.join(old, "school.db"));
    await writeBackup(snapshot, diskStore(old), file, Date.now());

    const restored = path.join(folder, "restored");
    expect(await restore(file, restored)).toMatchObject({ code: 0, err: "" });
    const rows = await readSchoolRows(restored);
    const expected = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).sort();
    expect(rows.lesson).toEqual(expected(lessons));
    const withoutId = ({ id: _, ...text }: Record<string, unknown>) => text;
    expect(expected((rows.lesson_text ?? []).map((line) => withoutId(JSON.parse(line))))).toEqual(
      expected(texts.map(withoutId)),
    );
  });

  test.each([
    ["checks the backup", (names: string[]) => names.some((name) => /^restore-.*\.db$/.test(name))],
    [
      "receives its files",
      (names: string[]) => names.some((name) => name.endsWith(".restore.part")),
    ],
    ["replaces the rows", (names: string[]) => names.includes("school.db-wal")],
  ])("a restore killed while it %s leaves a whole school", async (_, isReached) => {
    const file = path.join(folder, "school.tar.zst");
    await writeFile(file, bytes);
    const other = await openSchool();
    await other.add({ username: "only-in-the-old-school" });
    const target = other.dataDir;
    await other.stop();
    const old = await readSchoolRows(target);
    const child = spawn(process.execPath, ["src/server/cli.ts", "restore", file, "--yes"], {
      cwd: path.join(import.meta.dirname, "../.."),
      env: { ...bareEnvironment(), DATA_DIR: target },
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    let isOver = false;
    ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      // The process needs the processor, too.
      await setTimeout(1);
      const names = await readdir(target, { recursive: true }).catch(() => []);
      if (!isReached(names.map((name) => path.basename(name)))) continue;
      child.kill("SIGKILL");
      break;
    }
    await ended;
    const rows = await readSchoolRows(target);
    const isOld = JSON.stringify(rows) === JSON.stringify(old);
    expect(isOld || rows.message?.length === 1).toBe(true);
    expect(isSound(target)).toBe(true);
    expect(await restore(file, target, undefined, ["--yes"])).toMatchObject({ code: 0, err: "" });
    expect((await readSchoolRows(target)).message).toHaveLength(1);
    const left = await readdir(target, { recursive: true });
    expect(left.filter((name) => name.includes("restore"))).toEqual([]);
  });
});
