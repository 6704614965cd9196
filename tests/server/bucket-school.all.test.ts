import { randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { handIns } from "./support/hand-ins.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { S3Server } from "./support/s3-server.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { FIXTURE, fixtureSchool, openSchool, openSchools } from "./support/test-school.ts";

const s3 = await S3Server.start();
afterAll(() => s3.stop());

let count = 0;
const open = openSchools(async (school, options) => {
  await school.open({ ...options, bucket: s3.of(`school-${++count}/`) });
  await school.moveFiles("bucket");
});

test.each(["a disk", "a bucket"])("damaged files on %s are named, and mended", async (place) => {
  const school = place === "a disk" ? await openSchool() : await open();
  const run = (...words: string[]) => runInProcess(words, school.variables);
  // The import also makes the forms of pictures.
  expect(await run("content", "import", FIXTURE)).toMatchObject({ code: 0 });
  expect(await run("store", "check", "--bytes")).toMatchObject({ code: 0, err: "" });
  const { files } = await fixtureSchool();
  const { checksum } = files.find(({ title }) => title === "sheet.pdf") ?? {};
  const key = `school-${count}/files/${checksum}`;
  const where =
    place === "a disk" ? path.join(school.dataDir, `files/${checksum}`) : `s3://school/${key}`;
  await (place === "a disk" ? writeFile(where, "cut") : s3.replace(key, Buffer.from("cut")));
  const checked = await run("store", "check", "--json");
  expect([checked.code, JSON.parse(checked.out).damaged]).toEqual([1, [where]]);
  expect(await run("content", "import", FIXTURE)).toMatchObject({ code: 0 });
  const mended = { code: 0, out: expect.stringContaining("are whole") };
  expect(await run("store", "check", "--bytes")).toMatchObject(mended);
});

test("a move to a bucket and back keeps every file, while the school is served and used", async () => {
  const bucket = s3.of(`moving-${randomUUID()}/`);
  const school = await openSchool();
  const { student, handIn, mine } = handIns(() => school);
  const { token } = await student();
  await handIn(token);
  // A school begins with a bucket by its settings alone: what it has is served from the disk.
  school.use({ bucket });
  await school.restart();
  const files = path.join(school.dataDir, "files");
  const uploads = path.join(school.dataDir, "uploads");
  const before = (await readdir(files)).length;
  const read = (call: string) => school.call(call, { token });
  const readAll = async () => {
    const [{ uploads: handed }] = await mine(token);
    for (const { id, files: names } of handed) {
      for (const { name } of names) {
        const answer = await read(
          `/user/assignments/108/uploads/${id}/${encodeURIComponent(name)}`,
        );
        expect([answer.status, answer.bytes.length]).toEqual([200, 300]);
      }
    }
    const { metas } = (await read("/files/treelist?metas=1&language=en")).json;
    for (const name of Object.keys(metas)) {
      const { status } = await read(`/files/read?path=${encodeURIComponent(name)}&language=en`);
      expect([name, status]).toEqual([name, 200]);
    }
  };
  await readAll();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) await readAll();
  })();
  const moved = await runInProcess(["store", "migrate", "--json"], school.variables);
  expect(moved).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(moved.out)).toMatchObject({ to: "bucket", moved: before + 1, damaged: [] });
  expect([await readdir(files), await readdir(uploads)]).toEqual([[], []]);
  expect((await handIn(token)).status).toBe(201);
  expect(await readdir(uploads)).toEqual([]);

  expect(await school.moveFiles("disk")).toMatchObject({ moved: before + 2, damaged: [] });
  isOver = true;
  await reading;
  // The server still believes that they are in the bucket, and has no copies.
  await rm(path.join(school.dataDir, "cache"), { recursive: true });
  await readAll();
  expect([(await readdir(files)).length, (await readdir(uploads)).length]).toEqual([before, 2]);
  expect((await s3.keys()).filter((key) => key.startsWith(bucket.settings.prefix))).toEqual([]);
  expect((await handIn(token)).status).toBe(201);
  expect((await readdir(uploads)).length).toBe(3);
  school.use({ bucket: undefined });
  await school.restart();
  await readAll();
});

test("a move to a bucket leaves a damaged file where it is, and names it", async () => {
  const bucket = s3.of(`damaged-${randomUUID()}/`);
  const school = await openSchool({ bucket });
  const files = path.join(school.dataDir, "files");
  const [name = ""] = await readdir(files);
  await writeFile(path.join(files, name), "cut");
  const { moved, damaged } = await school.moveFiles("bucket");
  expect([moved > 0, damaged]).toEqual([true, [`files/${name}`]]);
  expect(await readdir(files)).toEqual([name]);
  const { code, out } = await runInProcess(["store", "check", "--json"], school.variables);
  expect([code, JSON.parse(out).damaged]).toEqual([1, [path.join(files, name)]]);
});

test("a backup of a bucket restores on a disk and in another bucket", async () => {
  const school = await open();
  const { student, handIn } = handIns(() => school);
  await handIn((await student()).token);
  const folder = temporaryFolder();
  const file = path.join(folder, "school.tar.zst");
  const written = await runInProcess(["backup", file, "--json"], school.variables);
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(written.out)).toMatchObject({ uploads: 1, missing: [] });

  const onDisk = { DATA_DIR: path.join(folder, "disk") };
  expect(await runInProcess(["restore", file], onDisk)).toMatchObject({ code: 0, err: "" });
  expect((await readdir(path.join(folder, "disk/uploads"))).length).toBe(1);
  expect(await runInProcess(["store", "check"], onDisk)).toMatchObject({ code: 0 });

  const other = s3.of(`restored-${randomUUID()}/`);
  const inBucket = { DATA_DIR: path.join(folder, "other"), ...other.variables };
  expect(await runInProcess(["restore", file], inBucket)).toMatchObject({ code: 0, err: "" });
  expect(await runInProcess(["store", "check", "--bytes"], inBucket)).toMatchObject({ code: 0 });
  const keys = (await s3.keys()).filter((key) => key.startsWith(other.settings.prefix));
  expect(keys.length).toBe(JSON.parse(written.out).files + 1);
  expect(await readdir(path.join(folder, "other/uploads"))).toEqual([]);
});

test("a backup of a bucket is refused without its settings", async () => {
  const school = await open();
  const file = path.join(school.dataDir, "school.tar.zst");
  for (const words of [
    ["backup", file],
    ["store", "check"],
  ]) {
    const { code, err } = await runInProcess(words, { DATA_DIR: school.dataDir });
    expect([code, err]).toEqual([1, expect.stringContaining("Set STORE_URL")]);
  }
});

const expectRefused = async (variables: Record<string, string>, said: string) => {
  const own = { DATA_DIR: temporaryFolder(), PORT: "0", LOG_LEVEL: "silent" };
  const { code, out, err } = await runInProcess(["serve"], { ...own, ...variables });
  expect([code, out, err]).toEqual([1, "", expect.stringContaining(said)]);
  expect(err.trim().split("\n").length).toBe(1);
  expect(err).not.toContain(SECRET);
};
const SECRET = "not-the-secret-of-this-school";

const at = (url: string) => ({ STORE_URL: url });
const inRegion = (bucket: string, region: string) =>
  at(`s3://${bucket}?region=${region}&endpoint=${s3.endpoint}`);

test.each([
  ["a key that the store does not know", { AWS_ACCESS_KEY_ID: "X" }, "in AWS_ACCESS_KEY_ID"],
  ["a wrong secret", { AWS_SECRET_ACCESS_KEY: SECRET }, "Correct AWS_SECRET_ACCESS_KEY"],
  ["another region", inRegion("school", "us-east-1"), "the region us-east-1"],
  ["a bucket that does not exist", inRegion("nothing", "eu-central-1"), "has no bucket nothing"],
  ["no such machine", at("s3://school?endpoint=http://no.invalid"), "no machine at"],
  ["no keys", { AWS_SECRET_ACCESS_KEY: "" }, "Set AWS_ACCESS_KEY_ID and AWS_SECRET"],
  ["another kind of address", at("https://s3.example.com/school"), "STORE_URL must be"],
  ["an unknown parameter", at("s3://school?endpiont=x"), "STORE_URL must be"],
  ["keys in the address", at(`s3://me:${SECRET}@school`), "STORE_URL must be"],
])("settings of a bucket with %s are refused in one sentence", (_, changed, said) =>
  expectRefused({ ...s3.variables, ...changed }, said),
);

test("settings of a bucket are refused in one sentence where the clock is wrong", async () => {
  s3.clockAheadMs = 3_600_000;
  onTestFinished(() => {
    s3.clockAheadMs = 0;
  });
  await expectRefused(s3.variables, "Set the clock of this machine");
});
