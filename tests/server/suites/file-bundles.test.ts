import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { MAX_BUNDLE_NAMES } from "../../../src/contract/file-bundle.ts";
import type { Asking } from "../support/client.ts";
import { addLargeFiles } from "../support/large-files.ts";
import { storedPath } from "../support/stored-path.ts";
import { openSchool, PMB, SWB } from "../support/test-school.ts";

/** The files in an answer, by name, and what its last line says. */
const unpack = (bytes: Buffer) => {
  const files = new Map<string, { checksum: string; right: boolean }>();
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf(10, at);
    const line = JSON.parse(bytes.toString("utf8", at, lineEnd));
    if ("end" in line) return { files, end: line.end, rest: bytes.length - lineEnd - 1 };
    at = lineEnd + 1 + line.size;
    const file = bytes.subarray(lineEnd + 1, at);
    const right = createHash("sha256").update(file).digest("hex") === line.checksum;
    files.set(line.name, { checksum: line.checksum, right });
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

const ask = (names: readonly unknown[], more: Asking = {}) =>
  school.call("/files/bundle", { token, json: { language: "en", names }, ...more });
const named = async (names: readonly string[], more: Asking = {}) => {
  const { status, bytes } = await ask(names, more);
  expect(status).toBe(200);
  return [...unpack(bytes).files.keys()];
};

test("a bundle of files has every file that was asked for, whole, in the order of the names, and says how many", async () => {
  const names = Object.keys(metas).toReversed();
  const { status, headers, bytes } = await ask(names);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/x-file-bundle");
  expect(headers["cache-control"]).toBe("private, no-store, no-transform");
  const { files, end, rest } = unpack(bytes);
  expect([...files]).toEqual(
    names.map((name) => [name, { checksum: metas[name]?.checksum, right: true }]),
  );
  expect([end, rest]).toEqual([names.length, 0]);
});

test("a bundle of files has only files that this person or licence may have: others are as if they did not exist", async () => {
  const both = ["assets/PM/sheet.pdf", "glossary/dart.svg"];
  expect(await named([...both, "assets/PM/flare.webm", "../school.db", "__proto__"])).toEqual(both);
  const other = (await school.student({ course: SWB })).token;
  expect(await named(both, { token: other })).toEqual(["glossary/dart.svg"]);
  const nobody = await school.call("/files/bundle", { json: { language: "en", names: both } });
  expect([nobody.status, nobody.json.code]).toEqual([401, "session/no_token"]);
});

test("a bundle of files needs no preflight with the tree's ticket, and no other type without it", async () => {
  const body = JSON.stringify({ language: "en", names: ["glossary/dart.svg"] });
  const plain = (address: string, by?: string) =>
    school.call(address, {
      body,
      headers: { "Content-Type": "text/plain" },
      ...(by && { token: by }),
    });
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
  const other = await openSchool();
  const own = await other.token(await other.add({ courses: [{ course: PMB }] }));
  const many = [...(await addLargeFiles(other, 10, 1024 * 1024)).keys()];
  const bundle = async (names: readonly string[]) => {
    const { bytes } = await other.call("/files/bundle", {
      token: own,
      json: { language: "en", names },
    });
    return unpack(bytes);
  };
  const first = await bundle(many);
  expect([...first.files.keys()]).toEqual(many.slice(0, 8));
  const second = await bundle(many.slice(8));
  expect([...second.files.keys()]).toEqual(many.slice(8));
  const checksum = first.files.get(many[1] ?? "")?.checksum ?? "";
  await rm(storedPath(other.dataDir, checksum));
  const third = await bundle(many.slice(0, 3));
  expect([...third.files.keys()]).toEqual([many[0], many[2]]);
  expect(third.end).toBe(2);
  await addLargeFiles(other, 1, 1024 * 1024 + 1);
  expect([...(await bundle([many[0] ?? "", "glossary/dart.svg"])).files.keys()]).toEqual([
    "glossary/dart.svg",
  ]);
});

test("a bundle of files that nobody takes does not keep others from theirs", async () => {
  const other = await openSchool();
  const own = await other.token(await other.add({ courses: [{ course: PMB }] }));
  const names = [...(await addLargeFiles(other, 8, 1024 * 1024)).keys()];
  const begin = () =>
    new Promise<{ status: number | undefined; go: () => Promise<void> }>((resolve) => {
      const asking = request(
        `${other.url}/api/files/bundle`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${own}`, "content-type": "application/json" },
        },
        (answer) => {
          answer.on("error", () => undefined);
          const closed = new Promise<void>((done) => answer.once("close", () => done()));
          const go = () => {
            asking.destroy();
            return closed;
          };
          resolve({ status: answer.statusCode, go });
        },
      );
      asking.on("error", () => undefined);
      asking.end(JSON.stringify({ language: "en", names }));
    });
  const held = [];
  for (let count = 0; count < 6; count += 1) held.push(await begin());
  const refused = await begin();
  expect([...held.map(({ status }) => status), refused.status]).toEqual([
    ...Array(6).fill(200),
    429,
  ]);
  for (const { go } of [...held, refused]) await go();
  await expect
    .poll(async () => {
      const again = await begin();
      await again.go();
      return again.status;
    })
    .toBe(200);
});
