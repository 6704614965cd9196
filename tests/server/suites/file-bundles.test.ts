import { hash } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { MAX_BUNDLE_NAMES } from "../../../src/contract/file-bundle.ts";
import { addLargeFiles } from "../support/large-files.ts";
import { storedPath } from "../support/stored-path.ts";
import { openSchool, PMB, SWB } from "../support/test-school.ts";

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

const school = openSchool.shared();
let token: string;
let metas: Record<string, { checksum: string; size: number }>;
let ticket: string;
beforeAll(async () => {
  token = (await school.student({ course: PMB })).token;
  const list = await school.call("/files/treelist?metas=1&language=en", { token });
  ({ metas, ticket } = list.json);
});

const ask = (names: readonly unknown[], by = token, at = school) =>
  at.call("/files/bundle", { token: by, json: { language: "en", names } });
const named = async (names: readonly string[], by = token, at = school) => {
  const { status, bytes } = await ask(names, by, at);
  expect(status).toBe(200);
  return [...unpack(bytes).files.keys()];
};
/** A school of one test with large files, and a student. */
const openWithLarge = async (count: number) => {
  const other = await openSchool();
  const { token: own } = await other.student({ course: PMB });
  return { other, own, large: await addLargeFiles(other, count, MEBIBYTE) };
};

test("a bundle of files has every file that was asked for, whole, in the order of the names, and says how many", async () => {
  const names = Object.keys(metas).toReversed();
  const { status, headers, bytes } = await ask(names);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/x-file-bundle");
  expect(headers["cache-control"]).toBe("private, no-store, no-transform");
  const { files, end, rest } = unpack(bytes);
  expect([...files]).toEqual(names.map((name) => [name, metas[name]?.checksum]));
  expect([end, rest]).toEqual([names.length, 0]);
});

test("a bundle of files has only files that this person or licence may have: others are as if they did not exist", async () => {
  const both = ["assets/PM/sheet.pdf", "glossary/dart.svg"];
  expect(await named([...both, "assets/PM/flare.webm", "../school.db", "__proto__"])).toEqual(both);
  const other = (await school.student({ course: SWB })).token;
  expect(await named(both, other)).toEqual(["glossary/dart.svg"]);
  const nobody = await school.call("/files/bundle", { json: { language: "en", names: both } });
  expect([nobody.status, nobody.json.code]).toEqual([401, "session/no_token"]);
});

test("a bundle of files needs no preflight with the tree's ticket, and no other type without it", async () => {
  const body = JSON.stringify({ language: "en", names: ["glossary/dart.svg"] });
  const plain = (address: string, by?: string) =>
    school.call(address, { body, token: by, headers: { "Content-Type": "text/plain" } });
  const { status, bytes } = await plain(`/files/bundle?ticket=${ticket}`);
  expect([status, unpack(bytes).end]).toEqual([200, 1]);
  expect((await plain("/files/bundle?ticket=s1.2.3")).status).toBe(401);
  expect((await plain("/files/bundle", token)).status).toBe(415);
});

test.each([
  ["no names", []],
  ["a name twice", ["glossary/dart.svg", "glossary/dart.svg"]],
  ["what is no name", ["glossary/dart.svg", 7]],
  ["an endless name", ["a".repeat(401)]],
  ["too many names", Array.from({ length: MAX_BUNDLE_NAMES + 1 }, (_, index) => `${index}`)],
])("a bundle of files is refused to a request with %s", async (_, names) => {
  const { status, json } = await ask(names);
  expect([status, json.code]).toEqual([422, "request/invalid"]);
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
