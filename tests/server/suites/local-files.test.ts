import { createHash } from "node:crypto";
import { readFile, rm, truncate } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { getTreeList } from "../../../src/contract/local-files.ts";
import { isTreeName } from "../../../src/domain/file-names.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { importChanged } from "../support/changed-school.ts";
import { decode } from "../support/decode.ts";
import { addLargeFiles } from "../support/large-files.ts";
import { storedPath } from "../support/stored-path.ts";
import { FIXTURE, openSchool, PMB, PMS, SWB } from "../support/test-school.ts";

const HOUR = 3_600_000;

const school = openSchool.shared();
let token: string;
beforeAll(async () => {
  token = (await school.student({ course: PMB })).token;
});

const list = (by = token, language = "en", at = school, headers: Record<string, string> = {}) =>
  at.call(`/files/treelist?metas=1&language=${language}`, { token: by, headers });
const names = async (by: string, language = "en", at = school): Promise<string[]> =>
  Object.keys((await list(by, language, at)).json.metas);
/** A school of one test, with a student of a course. */
const openWithStudent = async () => {
  const other = await openSchool();
  const { token: own } = await other.student({ course: PMB });
  return { other, own };
};
/** Adds files of the content that have the bytes of another one. */
const addLike = ({ files }: CompiledSchool, title: string, ...titles: string[]) => {
  const like = files.find((file) => file.title === title);
  if (!like) throw new Error(`The fixture has no ${title}`);
  files.push(...titles.map((each) => ({ ...like, title: each })));
};
const read = (name: string, headers: Record<string, string> = {}) =>
  school.call(`/files/read?path=${encodeURIComponent(name)}&language=en`, { token, headers });
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
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(checksum);
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
    const page = content.products[0]?.lessons.paper?.html?.languages.he?.pages[0];
    if (!page) throw new Error("The fixture has no paper in Hebrew");
    page.html =
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
  const head = await school.call(address, { token, method: "HEAD" });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers["content-length"]).toBe(String(whole.length));
});

test.each([
  ...["../school.db", "assets/PM/../../../school.db", "/etc/passwd", "assets/PM/../PM/sheet.pdf"],
  ...["assets/PM/sheet.pdf\0", "assets\\PM\\sheet.pdf", "%2e%2e/school.db"],
  ...["assets/pm/sheet.pdf", "assets/PM", "", "__proto__"],
])("the offline files cannot be read under the name %j", async (name) => {
  const answer = await read(name);
  expect([answer.status, answer.json.code]).toEqual([404, "asset/not_found"]);
});

test.each([
  ["gone", [404, "asset/not_found"], (stored: string) => rm(stored)],
  ["cut", [500, "server/unexpected_error"], (stored: string) => truncate(stored, 10)],
] as const)(
  "offline files are not served in part when the school's copy is %s",
  async (_, refused, spoil) => {
    const { other, own } = await openWithStudent();
    const [name] = (await addLargeFiles(other, 1, 300_000)).keys();
    const { json } = await list(own, "en", other);
    for (const file of ["assets/PM/sheet.pdf", name ?? ""]) {
      const stored = storedPath(other.dataDir, json.metas[file].checksum);
      await spoil(stored);
      for (const headers of [{}, { Range: "bytes=5-" }] as Record<string, string>[]) {
        const address = `/files/read?path=${file}&language=en`;
        const answer = await other.call(address, { token: own, headers });
        expect([answer.status, answer.json.code]).toEqual(refused);
        expect(answer.text).not.toContain(other.dataDir);
      }
    }
  },
);
