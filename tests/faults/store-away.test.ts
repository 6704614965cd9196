import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../server/support/client.ts";
import { handIns } from "../server/support/hand-ins.ts";
import { addLargeFiles } from "../server/support/large-files.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { openSchool } from "../server/support/test-school.ts";
import { Line } from "../support/line.ts";

const s3 = await S3Server.start();
const line = await Line.open(s3.endpoint);
afterAll(async () => {
  await line.cut();
  await s3.stop();
});
const bucket = s3.of("away/");
const school = openSchool.shared({
  bucket: { ...bucket, settings: { ...bucket.settings, endpoint: line.url }, retryMs: 3000 },
});
const { student, handIn, mine } = handIns(() => school);
let token: string;
beforeAll(async () => {
  await addLargeFiles(school, 1, 3_000_000);
  await school.moveFiles("bucket");
  token = (await student()).token;
});

const film = (headers: Record<string, string> = {}) =>
  school.call("/assets/fetchData?product=PM&title=large-0.webm", { token, headers });
const sheet = () => school.call("/assets/fetchData?product=PM&title=sheet.pdf", { token });
const expectAway = ({ status, json, headers }: Answer) => {
  expect([status, json.code]).toEqual([503, "server/store_away"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
};
const forgetCopies = () => rm(path.join(school.dataDir, "cache"), { recursive: true, force: true });

test("a school whose store is away sends what it has copies of, refuses the rest with a time to try again, and recovers by itself", async () => {
  await forgetCopies();
  expect((await sheet()).status).toBe(200);
  line.refuse();
  expect((await sheet()).status).toBe(200);
  expectAway(await film());
  expect((await school.complete(token, 101)).status).toBe(200);
  await line.restore();
  expect((await film()).bytes.length).toBe(3_000_000);
});

test("a school whose store is away takes a hand-in that comes while the store is away for a moment", async () => {
  line.refuse();
  const sent = handIn(token);
  await line.refused();
  expect(await s3.keys()).not.toContainEqual(expect.stringContaining("uploads/"));
  await line.restore();
  expect((await sent).status).toBe(201);
  const [{ uploads }] = await mine(token);
  expect(uploads.length).toBe(1);
  expect((await school.sentFiles()).length).toBe(1);
});

test("a school whose store is away refuses a hand-in after a while, and has nothing of it by half", async () => {
  const before = await s3.keys();
  const other = await student();
  line.refuse();
  expectAway(await handIn(other.token));
  await line.restore();
  expect(await s3.keys()).toEqual(before);
  expect(await mine(other.token)).toMatchObject([{ state: "open", uploads: [] }]);
  expect((await handIn(other.token)).status).toBe(201);
});

test("a school whose store is away cuts off a film whose bytes stop coming, and never ends it as if it were whole", async () => {
  await forgetCopies();
  line.stopAfter(1_000_000);
  const coming = film();
  await line.stopped();
  line.refuse();
  const { status } = await coming.catch(() => ({ status: 0 }));
  expect(status).not.toBe(200);
  await line.restore();
  expect((await film()).bytes.length).toBe(3_000_000);
});
