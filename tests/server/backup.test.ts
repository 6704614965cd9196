import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { Kysely } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getSchoolSettings } from "../../src/contract/staff-school.ts";
import { backupTime } from "../../src/server/backup/scheduled-backups.ts";
import { daysIn } from "../../src/server/days.ts";
import { migrate, migrationNames } from "../../src/server/db/migrate.ts";
import type { Tables } from "../../src/server/db/schema.ts";
import { sqliteDialect } from "../../src/server/db/sqlite-dialect.ts";
import { backup, restore, sendPhoto, testBackups } from "./support/backups.ts";
import { bareEnvironment } from "./support/bare-environment.ts";
import { decode } from "./support/decode.ts";
import { FILES } from "./support/form.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { isSound, readSchoolRows } from "./support/school-rows.ts";
import { sharedFolder, temporaryFolder } from "./support/temporary-folder.ts";
import { DAY, openSchool, PASSWORD, PMB } from "./support/test-school.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

describe("on SQLite", () => {
  const onSqlite = async () => undefined;
  testBackups(onSqlite, onSqlite);
});

test("a restore into a served school brings its people's known devices", async () => {
  const old = await openSchool();
  const { username } = await old.add();
  const signedIn = await old.login(username);
  const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  const file = path.join(folder, "school.tar.zst");
  await backup(file, old.dataDir);

  const school = await openSchool();
  expect((await restore(file, school.dataDir, undefined, ["--yes"])).err).toBe("");
  await school.server.refresh();
  const login = (password: string, headers: Record<string, string> = {}) =>
    school.call("/user/login", { headers, json: { username, password, sessionId: null } });
  for (let failure = 1; failure <= 10; failure += 1) await login("wrong password");
  expect((await login(PASSWORD)).status).toBe(429);
  expect((await login(PASSWORD, { Cookie: cookie })).status).toBe(200);
});

describe("a backup", () => {
  const school = openSchool.shared();
  const sharedPlace = sharedFolder();
  let bytes: Buffer;
  beforeAll(async () => {
    const person = await school.student({ course: PMB });
    await sendPhoto(school, person.token, "Before", FILES.jpeg(40_000));
    const file = path.join(sharedPlace, "school");
    await backup(file, school.dataDir);
    bytes = await readFile(file);
  });

  const changed = (change: (tar: Buffer) => void) => () => {
    const tar = zstdDecompressSync(bytes);
    change(tar);
    return zstdCompressSync(tar);
  };
  const replaced = (from: string, to: string) =>
    changed((tar) => {
      expect(tar.indexOf(from)).toBeGreaterThan(0);
      tar.write(to, tar.indexOf(from), "latin1");
    });

  test.each<[string, () => Buffer, RegExp]>([
    ["cut in the middle", () => bytes.subarray(0, bytes.length >> 1), /is incomplete/],
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
      changed((tar) => tar.writeUInt8(7, tar.indexOf("JFIF") + 99)),
      /is damaged \(uploads\/.*\)/,
    ],
    [
      "changed in a row",
      replaced("Is this right?", "Is this wrong?"),
      /is damaged \(tables\/message\/000001\.jsonl\)/,
    ],
    ["of a newer format", replaced('"version": 1', '"version": 2'), /by a newer version/],
    ["of a newer school", replaced('"0001-baseline"', '"9001-baseline"'), /by a newer version/],
    ["a text", () => Buffer.from("Dear school,\n".repeat(900)), /is not a backup of a school/],
    ["no tar", () => zstdCompressSync(Buffer.alloc(9000, "hello ")), /is not a backup of a school/],
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
    const at = (name: string) => path.join(folder, name);
    await writeFile(at("there"), "mine");
    const away = { DATABASE_URL: "postgres://127.0.0.1:1/school" };
    for (const [name, variables, said] of [
      ["there", {}, "already exists"],
      ["new", { DATA_DIR: folder }, "no school yet"],
      ["no/such/file", {}, "There is no such folder.\n"],
      ["new", away, "does not answer"],
    ] as const) {
      const ran = await runInProcess(["backup", at(name)], {
        DATA_DIR: school.dataDir,
        ...variables,
      });
      expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(said) });
    }
    expect(await readFile(at("there"), "utf8")).toBe("mine");
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

  test.each([
    ["receives its files", /\.restore\.part$/],
    ["replaces the rows", /^school\.db-wal$/],
  ])("a restore killed while it %s leaves a whole school", async (_, sign) => {
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
    const ended = once(child, "exit");
    while (child.exitCode === null) {
      // The process needs the processor, too.
      await setTimeout(1);
      const names = await readdir(target, { recursive: true }).catch(() => []);
      if (names.some((name) => sign.test(path.basename(name)))) break;
    }
    child.kill("SIGKILL");
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

const days = daysIn<"school">("Europe/Athens");

test.each([
  ["daily", 3, "2026-11-18T02:00:00Z", "2026-11-18T01:00:00Z", "2026-11-19T01:00:00Z"],
  ["daily", 3, "2026-11-18T00:59:59Z", "2026-11-17T01:00:00Z", "2026-11-18T01:00:00Z"],
  // Wednesday in Athens, Tuesday in Greenwich.
  ["wednesday", 0, "2026-11-17T23:00:00Z", "2026-11-17T22:00:00Z", "2026-11-24T22:00:00Z"],
  ["sunday", 23, "2026-11-18T12:00:00Z", "2026-11-15T21:00:00Z", "2026-11-22T21:00:00Z"],
  // The clocks skip this hour on that day.
  ["sunday", 3, "2026-03-29T12:00:00Z", "2026-03-29T01:00:00Z", "2026-04-05T00:00:00Z"],
] as const)(
  "backups (%s, %i) are due on the school's clocks",
  (backupTimes, backupHour, now, last, next) => {
    const at = (towards: -1 | 1) =>
      backupTime({ backupTimes, backupHour }, days, Date.parse(now), towards);
    expect([at(-1), at(1)]).toEqual([Date.parse(last), Date.parse(next)]);
  },
);

/** A school that makes backups each day, and keeps two. */
const scheduled = async () => {
  const school = await openSchool();
  const { token } = await school.signedIn({ level: 100 });
  const read = async () =>
    decode(getSchoolSettings, (await school.call("/staff/school", { token })).json);
  const group = (await read()).groups.find(({ name }) => name === "backups");
  const values = [
    { name: "BACKUP_TIMES", value: "daily" },
    { name: "BACKUPS_KEPT", value: "2" },
  ];
  const json = { replaces: group?.version, values, secrets: [] };
  await school.call("/staff/school/settings/backups", { method: "PUT", token, json });
  const night = async () => {
    await school.server.orderBackups();
    await school.server.runJobs();
  };
  return { school, token, read, night };
};

test("the school makes a backup each night, keeps as many as it is told, and an administrator fetches one", async () => {
  const { school, token, read, night } = await scheduled();
  await night();
  await night();
  expect((await read()).backups).toHaveLength(1);
  for (let day = 1; day < 3; day += 1) {
    school.now += DAY;
    await night();
  }
  const { backups, last_backup, next_backup, backup_failed } = await read();
  expect(backups).toHaveLength(2);
  expect(backups[0]).toMatchObject({ scheduled: true, missing: 0, at: last_backup?.at });
  expect(Date.parse(next_backup ?? "")).toBeGreaterThan(school.now);
  expect(backup_failed).toBeNull();
  const file = await school.call(`/staff/jobs/${backups[1]?.job}/file`, { token });
  expect([file.status, file.bytes.length]).toEqual([200, backups[1]?.bytes]);

  // They stay longer than other jobs.
  school.now += 20 * DAY;
  await school.server.cleanUp();
  expect((await read()).backups).toHaveLength(2);
});

test("a backup that was due while the school was closed is made once after its start, whichever server asks", async () => {
  const { school } = await scheduled();
  const other = await school.startAnother();
  school.now += 3 * DAY;
  await Promise.all([school.server.orderBackups(), other.orderBackups()]);
  await school.server.orderBackups();
  expect(await school.rows("job", { kind: "backup" })).toHaveLength(1);
  await other.close();
});

test("a backup that failed is said, until one is made", async () => {
  const { school, read, night } = await scheduled();
  await school.server.orderBackups();
  const ended = { state: "failed", problem: "backup/no_room", ended: school.now } as const;
  await school.update("job", ended);
  expect((await read()).backup_failed).toMatchObject({ problem: "backup/no_room" });
  school.now += DAY;
  await night();
  expect(await read()).toMatchObject({ backup_failed: null, backups: [{ scheduled: true }] });
});
