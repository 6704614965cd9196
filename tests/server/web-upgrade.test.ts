import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type BrotliOptions, brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Background } from "../../src/server/background.ts";
import { Differences } from "../../src/server/http/web-app/differences.ts";
import { Log } from "../../src/server/log.ts";
import { type Answer, send } from "./support/client.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { TestSchool } from "./support/test-school.ts";
import { Build, type BuiltVersion } from "./support/web-build.ts";

const ALL = "gzip, deflate, br, zstd, dcb, dcz";
const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
/** The header of a browser that has these bytes. */
const has = (bytes: Buffer) => `:${digest(bytes).toString("base64")}:`;

/** What a browser makes of an answer with the dictionary that it has. */
const decoded = ({ headers, bytes }: Answer, dictionary: Buffer): Buffer => {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(bytes);
  const length = encoding === "dcb" ? 4 : 8;
  expect(bytes.subarray(length, length + 32)).toEqual(digest(dictionary));
  const magic = encoding === "dcb" ? "ff444342" : "5e2a4d1820000000";
  expect(bytes.subarray(0, length).toString("hex")).toBe(magic);
  const stream = bytes.subarray(length + 32);
  const options: BrotliOptions & { dictionary: Buffer } = { dictionary };
  return encoding === "dcb"
    ? brotliDecompressSync(stream, options)
    : zstdDecompressSync(stream, { dictionary });
};

let prepared: string;
let school: TestSchool;
let build: Build;
beforeAll(async () => {
  prepared = await TestSchool.prepare();
});
afterAll(() => rm(prepared, { recursive: true }));
beforeEach(async () => {
  build = await Build.create();
  school = await TestSchool.open({ webDir: build.folder }, prepared);
});
afterEach(async () => {
  await school.close();
  await build.remove();
});

const get = (address: string, headers: Record<string, string> = {}) =>
  send(school.url, { rawPath: address, headers });
/** Puts a version in place, and waits until the school has prepared itself for it. */
const release = async (number: number): Promise<BuiltVersion> => {
  const version = await build.write(number);
  await get("/tls/");
  await school.server.idle();
  return version;
};
const ask = (name: string, dictionary: Buffer, accepted = ALL) =>
  get(`/tls/${name}`, { "Accept-Encoding": accepted, "Available-Dictionary": has(dictionary) });
const builds = () => path.join(school.dataDir, "builds");

test("a new version of the web app is sent as the difference to the one that the browser has: script, style, texts and page", async () => {
  const old = await release(1);
  const next = await release(2);
  for (const slot of ["main.*.js", "main.*.css", "inside-en-json.*.js"] as const) {
    const [before, after] = [old.files[slot], next.files[slot]];
    const answer = await ask(after.name, before.bytes);
    expect(answer.headers["content-encoding"]).toMatch(/^dc[bz]$/);
    expect(answer.headers.vary).toBe("Accept-Encoding, Available-Dictionary");
    expect(answer.headers["use-as-dictionary"]).toBe(`match="/tls/${slot}"`);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.bytes.length).toBeLessThan(200);
    expect(decoded(answer, before.bytes)).toEqual(after.bytes);
  }
  const [before, after] = [old.files["main.*.js"].bytes, next.files["main.*.js"]];
  for (const known of ["dcb", "dcz"]) {
    const answer = await ask(after.name, before, `br, ${known}`);
    expect(answer.headers["content-encoding"]).toBe(known);
    expect(decoded(answer, before)).toEqual(after.bytes);
  }
  for (const address of ["", "index.html", "lessons/PM/PMB/paper"]) {
    const page = await ask(address, old.page);
    expect(page.headers["use-as-dictionary"]).toBe('match="/tls/*"');
    expect(decoded(page, old.page)).toEqual(next.page);
  }
});

test("a new version of the web app is sent whole to a browser whose dictionary does not fit, or that does not know differences", async () => {
  const old = await release(1);
  const next = await release(2);
  const before = old.files["main.*.js"].bytes;
  const after = next.files["main.*.js"];
  const answers = await Promise.all([
    ask(after.name, Buffer.from("something else")),
    ask(after.name, old.files["main.*.css"].bytes),
    ask(after.name, after.bytes),
    ask(after.name, before, "gzip, br"),
    ask(after.name, before, "br, dcb;q=0, *"),
    ...["", ":", "::", ":AAAA:", has(before).slice(1), `"${has(before)}"`, "../../school.db"].map(
      (header) =>
        get(`/tls/${after.name}`, { "Accept-Encoding": ALL, "Available-Dictionary": header }),
    ),
  ]);
  for (const answer of answers) {
    expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, "br"]);
    expect(brotliDecompressSync(answer.bytes)).toEqual(after.bytes);
  }
});

test("a new version of the web app is a difference to each of the four versions before it, and to none before those", async () => {
  const versions: BuiltVersion[] = [];
  for (let number = 1; number <= 6; number += 1) versions.push(await release(number));
  const after = versions[5]?.files["main.*.js"];
  const encodings = [];
  for (const { files } of versions.slice(0, 5)) {
    const { headers } = await ask(after?.name ?? "", files["main.*.js"].bytes);
    encodings.push(headers["content-encoding"]);
  }
  expect(encodings).toEqual(["br", ...Array(4).fill(expect.stringMatching(/^dc[bz]$/))]);
  const kept = await readdir(builds());
  expect(kept.filter((name) => name.endsWith(".json"))).toHaveLength(5);
  const first = digest(versions[0]?.files["main.*.js"].bytes ?? Buffer.alloc(0)).toString("hex");
  expect(kept).not.toContain(first);
  expect((await readdir(path.join(builds(), "differences"))).join("\n")).not.toContain(first);
});

test("a new version of the web app that is taken back is a difference to the one after it", async () => {
  const first = await release(1);
  const second = await release(2);
  await release(1);
  const before = second.files["main.*.js"].bytes;
  const answer = await ask(first.files["main.*.js"].name, before);
  expect(decoded(answer, before)).toEqual(first.files["main.*.js"].bytes);
  expect((await readdir(builds())).filter((name) => name.endsWith(".json"))).toHaveLength(2);
});

test("a new version of the web app is prepared before anybody asks when the school starts with it", async () => {
  const before = (await release(1)).files["main.*.js"].bytes;
  await school.stop();
  const after = (await build.write(2)).files["main.*.js"];
  await school.start();
  await school.server.idle();
  expect(decoded(await ask(after.name, before), before)).toEqual(after.bytes);
});

test("a new version of the web app is sent whole when its differences are cut or deleted: no request waits", async () => {
  const old = await release(1);
  const after = (await release(2)).files["main.*.js"];
  const folder = path.join(builds(), "differences");
  for (const spoil of [
    async () => {
      for (const name of await readdir(folder)) await writeFile(path.join(folder, name), "cut");
    },
    () => rm(folder, { recursive: true }),
  ]) {
    await spoil();
    const answer = await ask(after.name, old.files["main.*.js"].bytes);
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(answer.bytes)).toEqual(after.bytes);
  }
});

test("a new version of the web app is no difference to a kept file that is damaged", async () => {
  const old = await release(1);
  const before = old.files["main.*.js"].bytes;
  const kept = path.join(builds(), digest(before).toString("hex"));
  expect(await readFile(kept)).toEqual(before);
  await writeFile(kept, "damaged");
  const next = await release(2);
  const { headers } = await ask(next.files["main.*.js"].name, before);
  expect(headers["content-encoding"]).toBe("br");
  const style = await ask(next.files["main.*.css"].name, old.files["main.*.css"].bytes);
  expect(style.headers["content-encoding"]).toMatch(/^dc[bz]$/);
});

test("a new version of the web app is asked for before its page is shown again, also where the page is kept as a dictionary", async () => {
  await release(1);
  const chromium = { "Sec-CH-UA": '"Chromium";v="156"', "Sec-Fetch-Mode": "navigate" };
  const kept = await get("/tls/", chromium);
  expect(kept.headers["cache-control"]).toBe("private, max-age=0, stale-while-revalidate=2592000");
  const others: Record<string, string>[] = [
    {},
    { "Sec-Fetch-Mode": "navigate" },
    { "Sec-CH-UA": '"Chromium"' },
  ];
  for (const other of others) {
    expect((await get("/tls/", other)).headers["cache-control"]).toBe("no-cache");
  }
});

test("differences that could not be prepared are prepared at the next visit after a minute", async () => {
  const build = await Build.create();
  const data = temporaryFolder();
  const folder = path.join(data, "builds");
  const background = new Background(new Log("silent"));
  let now = 0;
  const differences = new Differences(folder, build.folder, background, () => now);
  const visit = async (page: string) => {
    differences.prepare(page);
    await background.idle();
  };
  const hashOfScript = ({ files }: BuiltVersion) =>
    digest(files["main.*.js"].bytes).toString("hex");
  const old = hashOfScript(await build.write(1));
  await visit("first");
  await rename(folder, `${folder}-away`);
  await writeFile(folder, "in the way");
  const next = hashOfScript(await build.write(2));
  const find = () => differences.find(next, old, ["dcb"]);
  await visit("second");
  await rm(folder);
  await rename(`${folder}-away`, folder);
  now += 59_999;
  await visit("second");
  expect(await find()).toBe(null);
  now += 1;
  await visit("second");
  expect(await find()).toMatchObject({ encoding: "dcb" });
  await build.remove();
});
