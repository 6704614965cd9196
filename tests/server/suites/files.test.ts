import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { FIXTURE } from "../support/test-school.ts";

onDiskAndInBucket((open) => {
  const school = open.shared();
  let token: string;
  beforeAll(async () => {
    // `file-access.ts` tests who gets which file.
    token = await school.token(await school.add({ level: 10 }));
  });

  const get = (address: string, headers: Record<string, string> = {}) =>
    school.call(address, { token, headers });
  const original = (file: string) => readFile(path.join(FIXTURE, file));

  test.each([
    [
      "/assets/fetchData?product=PM&title=figures/sheet.svg",
      "PM/assets/figures/sheet.svg",
      "image/svg+xml",
    ],
    [
      "/assets/fetchData?product=pm&title=figures%2Fsheet.svg",
      "PM/assets/figures/sheet.svg",
      "image/svg+xml",
    ],
    ["/assets/fetchData?product=PM&title=sheet.pdf", "PM/assets/sheet.pdf", "application/pdf"],
    ["/assets/fetchData?product=PM&title=task.pdf", "PM/assignments/task.pdf", "application/pdf"],
    ["/menu/icons?product=PM&title=paper.svg", "PM/icons/paper.svg", "image/svg+xml"],
    [
      "/user/assignments/image?product=PM&title=task.svg",
      "PM/assignments/task.svg",
      "image/svg+xml",
    ],
    ["/glossary/fetchImage?title=dart.svg", "glossary/dart.svg", "image/svg+xml"],
  ])("a file of the content has the author's bytes: %s", async (address, file, type) => {
    const answer = await get(address);
    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(await original(file));
    expect(answer.headers["content-type"]).toBe(type);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(answer.headers["cache-control"]).toMatch(/^private, max-age=\d+/);
    const tag = answer.headers.etag ?? "";
    expect((await get(address, { "If-None-Match": tag })).status).toBe(304);
    expect((await school.call(address)).status).toBe(401);
  });

  test.each([
    "/assets/fetchData?product=PM&title=nothing.svg",
    "/assets/fetchData?product=XX&title=sheet.pdf",
    "/assets/fetchData?product=PM&title=figures",
    "/assets/fetchData?product=PM&title=SHEET.PDF",
    "/menu/icons?product=PM&title=sheet.pdf",
    "/glossary/fetchImage?title=paper.svg",
    "/user/assignments/image?product=PM&title=paper.svg",
  ])("a file of the content that does not exist is 404: %s", async (address) => {
    const answer = await get(address);
    expect([answer.status, answer.json.code]).toEqual([404, "asset/not_found"]);
  });

  test("a figure is compressed on request, and keeps its sandbox policy", async () => {
    const address = "/assets/fetchData?product=PM&title=figures/sheet.svg";
    const answer = await get(address, { "Accept-Encoding": "br" });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(answer.headers["content-security-policy"]).toContain("sandbox");
    expect(brotliDecompressSync(answer.bytes)).toEqual(
      await original("PM/assets/figures/sheet.svg"),
    );
    const tag = answer.headers.etag ?? "";
    expect((await get(address, { "Accept-Encoding": "br", "If-None-Match": tag })).status).toBe(
      304,
    );
  });

  describe("the files of the content in ranges", () => {
    const sheet = "/assets/fetchData?product=PM&title=sheet.pdf";

    test.each([
      ["bytes=0-99", 0, 100],
      ["bytes=100-", 100, undefined],
      ["bytes=-50", -50, undefined],
    ])("the range %s returns that part", async (Range, from, to) => {
      const whole = await original("PM/assets/sheet.pdf");
      const part = whole.subarray(from, to);
      const answer = await get(sheet, { Range, "Accept-Encoding": "br" });
      expect(answer.status).toBe(206);
      expect(answer.bytes).toEqual(part);
      const first = whole.length - whole.subarray(from).length;
      expect(answer.headers["content-range"]).toBe(
        `bytes ${first}-${first + part.length - 1}/${whole.length}`,
      );
      expect(answer.headers["content-length"]).toBe(String(part.length));
    });

    test("a part of a figure is a part of its uncompressed bytes", async () => {
      const figure = "/assets/fetchData?product=PM&title=figures/sheet.svg";
      const answer = await get(figure, { Range: "bytes=0-9", "Accept-Encoding": "br" });
      expect(answer.status).toBe(206);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.bytes).toEqual((await original("PM/assets/figures/sheet.svg")).subarray(0, 10));
    });

    test.each(["bytes=9999-", "bytes=-0"])("the range %s starts after the end", async (Range) => {
      const answer = await get(sheet, { Range });
      expect(answer.status).toBe(416);
      const { length } = await original("PM/assets/sheet.pdf");
      expect(answer.headers["content-range"]).toBe(`bytes */${length}`);
    });

    test("If-Range returns the part of the same file, and the whole of another", async () => {
      const tag = (await get(sheet)).headers.etag ?? "";
      const part = (named: string) => get(sheet, { Range: "bytes=0-9", "If-Range": named });
      expect((await part(tag)).status).toBe(206);
      expect((await part('"another"')).status).toBe(200);
      expect((await part(`W/${tag}`)).status).toBe(200);
    });
  });
});
