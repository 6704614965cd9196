import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { send } from "./support/client.ts";
import { FILES, formRequest } from "./support/form.ts";
import { handIns } from "./support/hand-ins.ts";
import { addLargeFiles } from "./support/large-files.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { S3Server } from "./support/s3-server.ts";
import { startSchoolProcess } from "./support/school-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import {
  FIXTURE,
  fixtureSchool,
  openSchool,
  openSchools,
  PMB,
  TestSchool,
} from "./support/test-school.ts";
import { sharedWebApp } from "./support/web-app.ts";

const s3 = await S3Server.start();
const cluster = await startPostgres();
const prepared = await TestSchool.prepare();
afterAll(async () => {
  await s3.stop();
  await cluster?.stop();
  await rm(prepared, { recursive: true });
});

let count = 0;
/** Opens a school whose files are in the bucket. */
const open = openSchools(async (school, options) => {
  await school.open({ ...options, bucket: s3.of(`school-${++count}/`) }, prepared);
  await school.moveFiles("bucket");
});
/** Opens a school whose files are on the disk. */
const openOnDisk = openSchools((school, options) => school.open(options, prepared));

/** What a browser says of a film in a page of the school. */
const OF_PAGE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "video" };

describe("a film in the bucket", () => {
  const policy = `default-src 'none'; media-src 'self' blob: ${s3.endpoint}; base-uri 'none'`;
  const webDir = sharedWebApp({ "index.html": `<meta content="${policy}">` });
  const school = open.shared({ webDir });
  let token: string;
  const NAME = "large-0.webm";
  beforeAll(async () => {
    await addLargeFiles(school, 1, 300_000);
    await school.moveFiles("bucket");
    token = (await school.student({ course: PMB })).token;
  });

  const address = async (by = token) => {
    const query = `product=PM&title=${NAME}`;
    const { ticket } = (await school.call(`/assets/ticket?${query}`, { token: by })).json;
    return `/assets/fetchData?${query}&ticket=${ticket}`;
  };
  const ask = async (headers: Record<string, string>, more = "") =>
    fetch(`${school.url}/api${await address()}${more}`, { headers, redirect: "manual" });

  test("a film is sent by the store to a page of the school, by an address that nobody keeps for long", async () => {
    const answer = await ask({ ...OF_PAGE, Range: "bytes=5-14" });
    expect(answer.status).toBe(307);
    const url = new URL(answer.headers.get("location") ?? "");
    expect(url.origin).toBe(s3.endpoint);
    const [, kept = ""] =
      /^private, max-age=(\d+)$/.exec(answer.headers.get("cache-control") ?? "") ?? [];
    expect(Number(kept)).toBeLessThan(Number(url.searchParams.get("X-Amz-Expires")) / 2);
    const part = await fetch(url, { headers: { Range: "bytes=5-14" } });
    expect([part.status, part.headers.get("content-type")]).toEqual([206, "video/webm"]);
    const checksum = url.pathname.split("/").at(-1);
    const bytes = await s3.read(`school-${count}/files/${checksum}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 15))).toBe(true);
  });

  test.each([
    ["a script", { ...OF_PAGE, "Sec-Fetch-Dest": "empty" }, ""],
    [
      "the desktop app, whose page is of another origin",
      { ...OF_PAGE, "Sec-Fetch-Site": "cross-site" },
      "",
    ],
    ["a browser that does not say what it is for", {}, ""],
    ["a player that could not reach the store", OF_PAGE, "&via=school"],
  ])("a film in a bucket is sent by the school to %s", async (_, headers, more) => {
    const answer = await ask(headers, more);
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(300_000);
  });

  test("a film in a bucket has no address for somebody who may not see it", async () => {
    const stolen = (await address()).replace(/ticket=.*/, "ticket=s1.2.3");
    const answer = await fetch(`${school.url}/api${stolen}`, {
      headers: OF_PAGE,
      redirect: "manual",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([401, null]);
  });

  test("a picture of a message is sent by the store, and nothing keeps it", async () => {
    const post = await school.call(
      "/user/messages",
      formRequest(token, [
        { name: "subject", body: "Darts" },
        { name: "body", body: "How?" },
        { name: "attachments", fileName: "dart.jpg", body: FILES.jpeg(100_000) },
      ]),
    );
    const { id } = post.json.message;
    const { attachments } = (await school.call(`/user/messages/${id}?files=url`, { token })).json;
    const headers = { ...OF_PAGE, "Sec-Fetch-Dest": "image" };
    const get = (url: string) => fetch(`${school.url}/api${url}`, { headers, redirect: "manual" });
    const answer = await get(attachments[0].url);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([
      307,
      "private, no-store",
    ]);
    const sent = await fetch(answer.headers.get("location") ?? "");
    expect(sent.headers.get("cache-control")).toBe("private, no-store");
    expect(sent.headers.get("content-disposition")).toContain("dart.jpg");
    expect((await sent.arrayBuffer()).byteLength).toBe(100_000);
    const stolen = await get(attachments[0].url.replace(/ticket=.*/, "ticket=s1.2.3"));
    expect([stolen.status, stolen.headers.get("location")]).toEqual([401, null]);
  });

  test("a film is sent by the school when the built page does not let it come from the store", async () => {
    const lines: string[] = [];
    school.use({ webDir: path.join(webDir, "none"), logTo: (text) => lines.push(text) });
    await school.restart();
    expect((await ask(OF_PAGE)).status).toBe(200);
    school.use({ webDir });
    await school.restart();
    expect(lines.join("")).toContain("built without STORE_URL");
  });

  test("a film that was replaced in the bucket is sent by nobody", async () => {
    const answer = await ask(OF_PAGE);
    const key = new URL(answer.headers.get("location") ?? "").pathname.replace("/school/", "");
    const right = await s3.read(key);
    await school.stop();
    await rm(path.join(school.dataDir, "cache"), { recursive: true });
    await school.start();
    await s3.replace(key, Buffer.alloc(right.length));
    expect([(await ask(OF_PAGE)).status, (await ask({})).status]).toEqual([500, 500]);
    await s3.replace(key, right);
    expect((await ask(OF_PAGE)).status).toBe(307);
  });
});

describe("a check of a school's files", () => {
  test.each(["a disk", "a bucket"])(
    "a check names damaged files on %s, and an import mends them",
    async (place) => {
      const school = place === "a disk" ? await openOnDisk() : await open();
      onTestFinished(() => school.close());
      const run = (...words: string[]) => runInProcess(words, school.variables);
      // The import also makes the forms of pictures.
      expect(await run("content", "import", FIXTURE)).toMatchObject({ code: 0 });
      expect(await run("store", "check", "--bytes")).toMatchObject({ code: 0, err: "" });
      const { files } = await fixtureSchool();
      const { checksum = "" } = files.find(({ title }) => title === "sheet.pdf") ?? {};
      const where =
        place === "a disk"
          ? path.join(school.dataDir, "files", checksum)
          : `s3://school/school-${count}/files/${checksum}`;
      if (place === "a disk") await writeFile(where, "cut");
      else await s3.replace(where.replace("s3://school/", ""), Buffer.from("cut"));
      const checked = await run("store", "check", "--json");
      expect([checked.code, JSON.parse(checked.out).damaged]).toEqual([1, [where]]);
      expect(await run("content", "import", FIXTURE)).toMatchObject({ code: 0 });
      expect(await run("store", "check", "--bytes")).toMatchObject({
        code: 0,
        out: expect.stringContaining("are whole"),
      });
    },
  );
});

describe("a school that moves", () => {
  test("a move to a bucket and back keeps every file, while the school is served and used", async () => {
    const bucket = s3.of(`moving-${randomUUID()}/`);
    const school = await openOnDisk();
    const { student, handIn, mine } = handIns(() => school);
    const { token } = await student();
    await handIn(token);
    // A school begins with a bucket by its settings alone: what it has is served from the disk.
    school.use({ bucket });
    await school.restart();
    const files = path.join(school.dataDir, "files");
    const uploads = path.join(school.dataDir, "uploads");
    const before = (await readdir(files)).length;
    const readAll = async () => {
      const [{ uploads: handed }] = await mine(token);
      for (const { id, files: names } of handed) {
        for (const { name } of names) {
          const answer = await school.call(
            `/user/assignments/108/uploads/${id}/${encodeURIComponent(name)}`,
            { token },
          );
          expect([answer.status, answer.bytes.length]).toEqual([200, 300]);
        }
      }
      const names = Object.keys(
        (await school.call("/files/treelist?metas=1&language=en", { token })).json.metas,
      );
      for (const name of names) {
        const { status } = await school.call(
          `/files/read?path=${encodeURIComponent(name)}&language=en`,
          { token },
        );
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
    const school = await openOnDisk({ bucket });
    const files = path.join(school.dataDir, "files");
    const [name = ""] = await readdir(files);
    await writeFile(path.join(files, name), "cut");
    const { moved, damaged } = await school.moveFiles("bucket");
    expect([moved > 0, damaged]).toEqual([true, [`files/${name}`]]);
    expect(await readdir(files)).toEqual([name]);
    const { code, out } = await runInProcess(["store", "check", "--json"], school.variables);
    expect([code, JSON.parse(out).damaged]).toEqual([1, [path.join(files, name)]]);
  });
});

describe("a backup of a school in a bucket", () => {
  test("a backup of a bucket restores on a disk and in another bucket", async () => {
    const school = await open();
    onTestFinished(() => school.close());
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

  test("a backup of a bucket names what is damaged there, and has the rest", async () => {
    const school = await open();
    onTestFinished(() => school.close());
    const folder = temporaryFolder();
    const keys = (await s3.keys()).filter((key) => key.startsWith(`school-${count}/`));
    const [cut = "", gone = ""] = keys;
    await rm(path.join(school.dataDir, "cache"), { recursive: true });
    await s3.replace(cut, (await s3.read(cut)).subarray(1));
    await s3.remove(gone);
    const file = path.join(folder, "school.tar.zst");
    const { code, out } = await runInProcess(["backup", file, "--json"], school.variables);
    expect(code).toBe(0);
    const { missing, files } = JSON.parse(out);
    const names = [cut, gone].map((key) => key.slice(key.indexOf("files/")));
    expect(missing.toSorted()).toEqual(names.toSorted());
    expect(files).toBe(keys.length - 2);
  });

  test("a backup of a bucket is refused without its settings", async () => {
    const school = await open();
    onTestFinished(() => school.close());
    const file = path.join(school.dataDir, "school.tar.zst");
    const { code, err } = await runInProcess(["backup", file], { DATA_DIR: school.dataDir });
    expect([code, err]).toEqual([1, expect.stringContaining("Set STORE_URL")]);
    const served = await runInProcess(["store", "check"], { DATA_DIR: school.dataDir });
    expect([served.code, served.err]).toEqual([1, expect.stringContaining("Set STORE_URL")]);
  });
});

describe.skipIf(!cluster)("two servers with disks of their own", () => {
  test("two servers with disks of their own share what is in the bucket", async () => {
    const databaseUrl = await cluster?.createDatabase();
    const bucket = s3.of(`shared-${randomUUID()}/`);
    const school = await openSchool({ databaseUrl, bucket });
    await school.moveFiles("bucket");
    const dataDir = temporaryFolder();
    const second = await startSchoolProcess(dataDir, [], {
      ...school.variables,
      DATA_DIR: dataDir,
    });
    onTestFinished(async () => {
      await second.end("SIGTERM");
    });
    const { student, handIn, mine } = handIns(() => school);
    const { token } = await student();
    await handIn(token);
    const [{ uploads }] = await mine(token);
    const [{ id, files }] = uploads;
    const own = `/user/assignments/108/uploads/${id}/${files[0].name}`;
    const sheet = "/assets/fetchData?product=PM&title=sheet.pdf";
    for (const address of [own, sheet]) {
      const answer = await send(`${second.address}/api${address}`, { token });
      const here = await school.call(address, { token });
      expect([answer.status, answer.bytes.equals(here.bytes)]).toEqual([200, true]);
    }
    expect(await readdir(path.join(dataDir, "uploads"))).toEqual([]);
  });
});

describe("the settings of a bucket", () => {
  const dataDir = path.join(tmpdir(), `settings-${randomUUID()}`);
  beforeAll(() => mkdir(dataDir));
  afterAll(() => rm(dataDir, { recursive: true }));
  const start = (variables: Record<string, string>) =>
    runInProcess(["serve"], { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", ...variables });
  const SECRET = "not-the-secret-of-this-school";

  test.each([
    [
      "a key that the store does not know",
      { AWS_ACCESS_KEY_ID: "UNKNOWN" },
      /does not know the key in AWS_ACCESS_KEY_ID/,
    ],
    ["a wrong secret", { AWS_SECRET_ACCESS_KEY: SECRET }, /Correct AWS_SECRET_ACCESS_KEY/],
    [
      "another region",
      { STORE_URL: "s3://school?region=us-east-1&endpoint=" },
      /the region us-east-1/,
    ],
    [
      "a bucket that does not exist",
      { STORE_URL: "s3://nothing?region=eu-central-1&endpoint=" },
      /has no bucket nothing/,
    ],
    [
      "a machine that does not exist",
      { STORE_URL: "s3://school?endpoint=http://no.invalid" },
      /no machine at/,
    ],
    ["no keys", { AWS_SECRET_ACCESS_KEY: "" }, /Set AWS_ACCESS_KEY_ID and AWS_SECRET/],
    [
      "another kind of address",
      { STORE_URL: "https://s3.example.com/school" },
      /STORE_URL must be/,
    ],
    ["an unknown parameter", { STORE_URL: "s3://school?endpiont=x" }, /STORE_URL must be/],
    ["keys in the address", { STORE_URL: `s3://me:${SECRET}@school` }, /STORE_URL must be/],
  ])("settings of a bucket with %s are refused in one sentence", async (_, changed, said) => {
    const variables: Record<string, string> = { ...s3.variables, ...changed };
    const url = variables.STORE_URL?.replace(/endpoint=$/, `endpoint=${s3.endpoint}`) ?? "";
    const { code, out, err } = await start({ ...variables, STORE_URL: url });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(said);
    expect(err.trim().split("\n").length).toBe(1);
    expect(err).not.toContain(SECRET);
  });

  test("settings of a bucket are refused in one sentence where the clock is wrong", async () => {
    s3.clockAheadMs = 3_600_000;
    onTestFinished(() => {
      s3.clockAheadMs = 0;
    });
    const { code, err } = await start(s3.variables);
    expect([code, err]).toEqual([1, expect.stringContaining("Set the clock of this machine")]);
    expect(err.trim().split("\n").length).toBe(1);
  });
});
