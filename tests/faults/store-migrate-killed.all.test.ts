import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import { bareEnvironment } from "../server/support/bare-environment.ts";
import { addLargeFiles } from "../server/support/large-files.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { DAY, PMB, TestSchool } from "../server/support/test-school.ts";
import { until } from "./support/database-of.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const FILES = 60;

let s3: S3Server;
let school: TestSchool;
let token: string;
let names: string[];
beforeAll(async () => {
  s3 = await S3Server.start();
  school = await TestSchool.open({ bucket: s3.of("killed/") });
  names = [...(await addLargeFiles(school, FILES, 100_000)).keys()];
  token = (await school.student({ course: PMB })).token;
});
afterAll(async () => {
  await school.close();
  await s3.stop();
});

const onDisk = async () =>
  (await readdir(path.join(school.dataDir, "files"))).filter((name) => /^[\da-f]{64}$/.test(name));
const inBucket = async () => (await s3.keys()).filter((key) => key.startsWith("killed/files/"));

const expectAll = async () => {
  for (const name of names) {
    const address = `/files/read?path=${encodeURIComponent(name)}&language=en`;
    const { status, bytes } = await school.call(address, { token });
    expect([name, status, bytes.length]).toEqual([name, 200, 100_000]);
  }
};

/** Kills the command once it has moved some files. */
const moveAndKill = async (to: string, isUnderWay: () => Promise<boolean>) => {
  const child = spawn(process.execPath, ["src/server/cli.ts", "store", "migrate", "--to", to], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...school.variables },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await until(async () => child.exitCode !== null || (await isUnderWay()));
  child.kill("SIGKILL");
  await ended;
  await school.server.refresh();
};

test("a move of a school's files that is killed to the bucket loses no file, and goes on where it was", async () => {
  const all = (await onDisk()).length;
  await moveAndKill("bucket", async () => (await inBucket()).length >= 5);
  expect((await onDisk()).length).toBeGreaterThan(0);
  await expectAll();
  const { moved } = await school.moveFiles("bucket");
  expect(moved).toBeLessThan(all);
  expect([(await onDisk()).length, (await inBucket()).length]).toEqual([0, all]);
  await expectAll();
});

if (isLong())
  test("a move of a school's files that is killed back to the disk loses no file, and goes on where it was", async () => {
    await school.moveFiles("bucket");
    const all = (await inBucket()).length;
    await moveAndKill("disk", async () => (await onDisk()).length >= 5);
    expect((await inBucket()).length).toBeGreaterThan(0);
    await expectAll();
    const { moved } = await school.moveFiles("disk");
    expect(moved).toBeLessThan(all);
    // It may have been killed after it removed the row and before it removed the object.
    await (await school.places()).inBucket.sweep("files", Date.now() + 2 * DAY);
    expect([(await onDisk()).length, (await inBucket()).length]).toEqual([all, 0]);
    await expectAll();
  });
