import { hash } from "node:crypto";
import { once } from "node:events";
import { readFile, rm, truncate } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { MAX_BUNDLE_NAMES } from "../../../src/contract/file-bundle.ts";
import { getTreeList } from "../../../src/contract/local-files.ts";
import { isTreeName } from "../../../src/domain/file-names.ts";
import { addLike, importChanged, pageOf } from "../support/changed-school.ts";
import { decode } from "../support/decode.ts";
import { addLargeFiles } from "../support/large-files.ts";
import { storedPath } from "../support/stored-path.ts";
import { FIXTURE, openSchool, PMB, PMS, SWB, sharedPerson } from "../support/test-school.ts";

const HOUR = 3_600_000;

const school = openSchool.shared();
const student = sharedPerson(school, { courses: [{ course: PMB }] });

const list = (by = student.token, language = "en", at = school, headers = {}) =>
  at.call(`/files/treelist?metas=1&language=${language}`, { token: by, headers });
const names = async (by: string, language = "en", at = school): Promise<string[]> =>
  Object.keys((await list(by, language, at)).json.metas);
const openWithStudent = async () => {
  const other = await openSchool();
  const { token: own } = await other.student({ course: PMB });
  return { other, own };
};
const read = (name: string, headers: Record<string, string> = {}) =>
  school.call(`/files/read?path=${encodeURIComponent(name)}&language=en`, { ...student, headers });
const original = (file: string) => readFile(path.join(FIXTURE, file));

test("the offline files are those of the person's courses, with checksum and size, under names valid on every system", async () => {
  const { status, json } = await list();
  expect(status).toBe(200);
  const { metas } = decode(getTreeList, json);
  expect(Object.keys(metas)).toEqual([
    "assets/PM/figures/sheet.svg",
    "assets/PM/sheet.pdf",
    "assignments/PM/task.pdf",
    "assignments/PM/task.svg",
    "glossary/dart.svg",
    "icons/PM/paper.svg",
  ]);
  for (const [name, { checksum, size }] of Object.entries(metas)) {
    expect(isTreeName(name)).toBe(true);
    const { status: found, bytes, headers } = await read(name);
    expect(found).toBe(200);
    expect(bytes).toHaveLength(size ?? -1);
    expect(hash("sha256", bytes)).toBe(checksum);
    expect(headers.etag).toBe(`"${checksum}"`);
  }
  expect((await read("assets/PM/sheet.pdf")).bytes).toEqual(await original("PM/assets/sheet.pdf"));
});

test("the offline files have a package's sheet in the language asked for, if there is one", async () => {
  const { other, own } = await openWithStudent();
  await importChanged(other, (content) => {
    addLike(content, "sheet.pdf", "sheet.he.pdf");
    const sheet = content.products[0]?.lpackages[1]?.props;
    if (sheet) sheet.translations = [{ language: "he", pdf: "sheet.he.pdf" }];
  });
  const sheets = async (language: string) =>
    (await names(own, language, other)).filter((name) => name.startsWith("assets/PM/sheet"));
  expect(await sheets("en")).toEqual(["assets/PM/sheet.pdf"]);
  // The Hebrew text of a lesson links the other one.
  expect(await sheets("he")).toEqual(["assets/PM/sheet.he.pdf", "assets/PM/sheet.pdf"]);
});

test("the offline files differ by course, and with the person's subscriptions", async () => {
  const both = (await school.student({ course: PMS }, { course: SWB })).token;
  expect(await names(both)).toEqual([
    ...["assets/PM/flare.webm", "glossary/dart.svg", "icons/PM/skirts.svg"],
  ]);
  const none = (await school.student({ course: PMB, expDate: "2026-01-01" })).token;
  expect(await names(none)).toEqual(["glossary/dart.svg"]);
});

test("the offline files are those of the language's own pages, or of English ones if there are none", async () => {
  const { other, own } = await openWithStudent();
  await importChanged(other, (content) => {
    pageOf(content, "paper", "he").html =
      '<img data-asset="a &amp; b.svg" alt="x"><video data-asset="v.webm" data-poster="p.svg"></video>';
    addLike(content, "figures/sheet.svg", "a & b.svg", "v.webm", "p.svg");
  });
  const assets = async (language: string) =>
    (await names(own, language, other)).filter((name) => name.startsWith("assets/"));
  const english = ["assets/PM/figures/sheet.svg", "assets/PM/sheet.pdf"];
  expect(await assets("en")).toEqual(english);
  expect(await assets("de")).toEqual(english);
  const hebrew = ["a & b.svg", "p.svg", "sheet.pdf", "v.webm"];
  expect(await assets("he")).toEqual(hebrew.map((title) => `assets/PM/${title}`));
});

test("the offline files are listed with 304 while unchanged, whatever the age of the ticket", async () => {
  const { other, own } = await openWithStudent();
  const first = await list(own, "en", other);
  const headers = { "If-None-Match": first.headers.etag ?? "" };
  const again = async () => (await list(own, "en", other, headers)).status;
  expect([first.status, await again()]).toEqual([200, 304]);
  other.now += 5 * HOUR;
  expect(await again()).toBe(304);
  await importChanged(other, ({ files }) => {
    for (const file of files) if (file.title === "sheet.pdf") file.type = "image/png";
  });
  expect(await again()).toBe(304);
  await importChanged(other, ({ products }) => {
    for (const { lessons } of products) if (lessons.paper) lessons.paper.image = "";
  });
  expect(await again()).toBe(200);
});

test("the offline files are served in ranges, only of the file that was requested", async () => {
  const name = "assets/PM/figures/sheet.svg";
  const whole = await original("PM/assets/figures/sheet.svg");
  const { headers } = await read(name, { "Accept-Encoding": "br, gzip, zstd" });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers["content-length"]).toBe(String(whole.length));
  expect(headers["cache-control"]).toContain("no-transform");
  const tag = headers.etag ?? "";
  const rest = { Range: "bytes=100-", "Accept-Encoding": "br" };
  const part = await read(name, { ...rest, "If-Range": tag });
  expect([part.status, part.bytes]).toEqual([206, whole.subarray(100)]);
  expect(part.headers["content-range"]).toBe(`bytes 100-${whole.length - 1}/${whole.length}`);
  expect(part.headers["content-encoding"]).toBeUndefined();
  expect((await read(name, { ...rest, "If-Range": '"other"' })).status).toBe(200);
  expect((await read(name, { Range: `bytes=${whole.length}-` })).status).toBe(416);
  expect((await read(name, { "If-None-Match": tag })).status).toBe(304);
  const address = `/files/read?path=${name}&language=en`;
  const head = await school.call(address, { ...student, method: "HEAD" });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers["content-length"]).toBe(String(whole.length));
});

test.each([
  ...["../school.db", "assets/PM/../../../school.db", "/etc/passwd", "assets/PM/../PM/sheet.pdf"],
  ...["assets/PM/sheet.pdf\0", "assets\\PM\\sheet.pdf", "%2e%2e/school.db"],
  ...["assets/pm/sheet.pdf", "assets/PM", "", "__proto__"],
])("the offline files cannot be read under the name %j", async (name) => {
  expect((await read(name)).outcome).toEqual([404, "asset/not_found"]);
});

test.each([
  ["gone", [404, "asset/not_found"], (stored: string) => rm(stored)],
  ["cut", [500, "server/unexpected_error"], (stored: string) => truncate(stored, 10)],
] as const)("no offline file is served in part once it is %s", async (_, refused, spoil) => {
  const { other, own } = await openWithStudent();
  const [name] = (await addLargeFiles(other, 1, 300_000)).keys();
  const { json } = await list(own, "en", other);
  for (const file of ["assets/PM/sheet.pdf", name ?? ""]) {
    const stored = storedPath(other.dataDir, json.metas[file].checksum);
    await spoil(stored);
    for (const headers of [{}, { Range: "bytes=5-" }] as Record<string, string>[]) {
      const address = `/files/read?path=${file}&language=en`;
      const answer = await other.call(address, { token: own, headers });
      expect(answer.outcome).toEqual(refused);
      expect(answer.text).not.toContain(other.dataDir);
    }
  }
});

const MEBIBYTE = 1024 * 1024;

/** The checksums of the files in an answer, by name, and what its last line says. */
const unpack = (bytes: Buffer) => {
  const files = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf(10, at);
    const line = JSON.parse(bytes.toString("utf8", at, lineEnd));
    if ("end" in line) return { files, end: line.end, rest: bytes.length - lineEnd - 1 };
    at = lineEnd + 1 + line.size;
    expect(hash("sha256", bytes.subarray(lineEnd + 1, at))).toBe(line.checksum);
    files.set(line.name, line.checksum);
  }
  return { files, end: null, rest: 0 };
};

let tree: { metas: Record<string, { checksum: string; size: number }>; ticket: string };
beforeAll(async () => {
  tree = (await list()).json;
});

const ask = (names: readonly unknown[], by = student.token, at = school) =>
  at.call("/files/bundle", { token: by, json: { language: "en", names } });
const named = async (names: readonly string[], by = student.token, at = school) => {
  const { status, bytes } = await ask(names, by, at);
  expect(status).toBe(200);
  return [...unpack(bytes).files.keys()];
};
const openWithLarge = async (count: number) => {
  const opened = await openWithStudent();
  return { ...opened, large: await addLargeFiles(opened.other, count, MEBIBYTE) };
};

test("a bundle of files has every file that was asked for, whole, in the order of the names, and says how many", async () => {
  const names = Object.keys(tree.metas).toReversed();
  const { status, headers, bytes } = await ask(names);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/x-file-bundle");
  expect(headers["cache-control"]).toBe("private, no-store, no-transform");
  const { files, end, rest } = unpack(bytes);
  expect([...files]).toEqual(names.map((name) => [name, tree.metas[name]?.checksum]));
  expect([end, rest]).toEqual([names.length, 0]);
});

test("a bundle of files has only files that this person or licence may have: others are as if they did not exist", async () => {
  const both = ["assets/PM/sheet.pdf", "glossary/dart.svg"];
  expect(await named([...both, "assets/PM/flare.webm", "../school.db", "__proto__"])).toEqual(both);
  const other = (await school.student({ course: SWB })).token;
  expect(await named(both, other)).toEqual(["glossary/dart.svg"]);
  const nobody = await school.call("/files/bundle", { json: { language: "en", names: both } });
  expect(nobody.outcome).toEqual([401, "session/no_token"]);
});

test("a bundle of files needs no preflight with the tree's ticket, and no other type without it", async () => {
  const body = JSON.stringify({ language: "en", names: ["glossary/dart.svg"] });
  const plain = (address: string, by?: string) =>
    school.call(address, { body, token: by, headers: { "Content-Type": "text/plain" } });
  const { status, bytes } = await plain(`/files/bundle?ticket=${tree.ticket}`);
  expect([status, unpack(bytes).end]).toEqual([200, 1]);
  expect((await plain("/files/bundle?ticket=s1.2.3")).status).toBe(401);
  expect((await plain("/files/bundle", student.token)).status).toBe(415);
});

test.each([
  ["no names", []],
  ["a name twice", ["glossary/dart.svg", "glossary/dart.svg"]],
  ["what is no name", ["glossary/dart.svg", 7]],
  ["an endless name", ["a".repeat(401)]],
  ["too many names", Array.from({ length: MAX_BUNDLE_NAMES + 1 }, (_, index) => `${index}`)],
])("a bundle of files is refused to a request with %s", async (_, names) => {
  expect((await ask(names)).outcome).toEqual([422, "request/invalid"]);
});

test("a bundle of files has at most 8 MB, leaves out large and damaged files, and one after the other gives all", async () => {
  const { other, own, large } = await openWithLarge(10);
  const names = [...large.keys()];
  expect(await named(names, own, other)).toEqual(names.slice(0, 8));
  expect(await named(names.slice(8), own, other)).toEqual(names.slice(8));
  await rm(storedPath(other.dataDir, large.get(names[1] ?? "") ?? ""));
  const { files, end } = unpack((await ask(names.slice(0, 3), own, other)).bytes);
  expect([[...files.keys()], end]).toEqual([[names[0], names[2]], 2]);
  await addLargeFiles(other, 1, MEBIBYTE + 1);
  const term = "glossary/dart.svg";
  expect(await named([names[0] ?? "", term], own, other)).toEqual([term]);
});

test("a bundle of files that nobody takes does not keep others from theirs", async () => {
  const { other, own, large } = await openWithLarge(8);
  const headers = { authorization: `Bearer ${own}`, "content-type": "application/json" };
  /** Asks and takes no byte until it goes. */
  const begin = async () => {
    const asking = request(`${other.url}/api/files/bundle`, { method: "POST", headers });
    asking.on("error", () => undefined);
    asking.end(JSON.stringify({ language: "en", names: [...large.keys()] }));
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    answer.on("error", () => undefined);
    const closed = new Promise<void>((done) => answer.once("close", () => done()));
    const go = () => {
      asking.destroy();
      return closed;
    };
    return { status: answer.statusCode, go };
  };
  const held = [];
  for (let count = 0; count < 6; count += 1) held.push(await begin());
  const refused = await begin();
  expect(held.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(refused.status).toBe(429);
  for (const { go } of [...held, refused]) await go();
  await expect
    .poll(async () => {
      const again = await begin();
      await again.go();
      return again.status;
    })
    .toBe(200);
});
