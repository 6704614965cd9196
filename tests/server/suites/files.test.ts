import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { FIXTURE, PMB, SWB, sharedPerson } from "../support/test-school.ts";

const HOUR = 3_600_000;
const ORIGIN = "http://127.0.0.1:43123";
const [SVG, PDF] = ["image/svg+xml", "application/pdf"];
const FIGURE = "/assets/fetchData?product=PM&title=figures/sheet.svg";
const SHEET = "/assets/fetchData?product=PM&title=sheet.pdf";

onDiskAndInBucket((open) => {
  const school = open.shared();
  // `file-access.test.ts` tests who gets which file.
  const tutor = sharedPerson(school, { level: 10 });
  const student = sharedPerson(school, { courses: [{ course: PMB }] });

  const get = (address: string, headers: Record<string, string> = {}) =>
    school.call(address, { ...tutor, headers });
  const original = (file: string) => readFile(path.join(FIXTURE, file));

  test.each([
    ["assets/fetchData?product=PM&title=figures/sheet.svg", "PM/assets/figures/sheet.svg", SVG],
    ["assets/fetchData?product=pm&title=figures%2Fsheet.svg", "PM/assets/figures/sheet.svg", SVG],
    ["assets/fetchData?product=PM&title=sheet.pdf", "PM/assets/sheet.pdf", PDF],
    ["assets/fetchData?product=PM&title=task.pdf", "PM/assignments/task.pdf", PDF],
    ["menu/icons?product=PM&title=paper.svg", "PM/icons/paper.svg", SVG],
    ["user/assignments/image?product=PM&title=task.svg", "PM/assignments/task.svg", SVG],
    ["glossary/fetchImage?title=dart.svg", "glossary/dart.svg", SVG],
  ])("a file of the content has the author's bytes: %s", async (path, file, type) => {
    const address = `/${path}`;
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
    expect((await get(address)).outcome).toEqual([404, "asset/not_found"]);
  });

  test("a figure is compressed on request, and keeps its sandbox policy", async () => {
    const whole = await original("PM/assets/figures/sheet.svg");
    const packed = { "Accept-Encoding": "br" };
    const answer = await get(FIGURE, packed);
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(answer.headers["content-security-policy"]).toContain("sandbox");
    expect(brotliDecompressSync(answer.bytes)).toEqual(whole);
    const tag = answer.headers.etag ?? "";
    expect((await get(FIGURE, { ...packed, "If-None-Match": tag })).status).toBe(304);
    const part = await get(FIGURE, { ...packed, Range: "bytes=0-9" });
    expect([part.status, part.bytes]).toEqual([206, whole.subarray(0, 10)]);
    expect(part.headers["content-encoding"]).toBeUndefined();
  });

  test.each([
    ["bytes=0-99", 0, 100],
    ["bytes=-50", -50, undefined],
  ])("the range %s returns that part of a file of the content", async (Range, from, to) => {
    const whole = await original("PM/assets/sheet.pdf");
    const part = whole.subarray(from, to);
    const answer = await get(SHEET, { Range, "Accept-Encoding": "br" });
    expect([answer.status, answer.bytes]).toEqual([206, part]);
    const first = whole.length - whole.subarray(from).length;
    const last = first + part.length - 1;
    expect(answer.headers["content-range"]).toBe(`bytes ${first}-${last}/${whole.length}`);
    expect(answer.headers["content-length"]).toBe(String(part.length));
    const late = await get(SHEET, { Range: `bytes=${whole.length}-` });
    expect([late.status, late.headers["content-range"]]).toEqual([416, `bytes */${whole.length}`]);
  });

  test("If-Range returns the part of the same file, and the whole of another", async () => {
    const tag = (await get(SHEET)).headers.etag ?? "";
    const part = async (named: string) =>
      (await get(SHEET, { Range: "bytes=0-9", "If-Range": named })).status;
    expect(await part(tag)).toBe(206);
    for (const other of ['"another"', `W/${tag}`]) expect(await part(other)).toBe(200);
  });

  const ticketed = (ticket: string, name = "assets/PM/sheet.pdf", more = {}) =>
    school.call(`/files/read?path=${name}&language=en&ticket=${encodeURIComponent(ticket)}`, more);
  const ticketOf = async (by = student): Promise<string> =>
    (await school.call("/files/treelist?metas=1&language=en", by)).json.ticket;

  test("the files of a ticket need no header, so that an app on another origin needs no preflight", async () => {
    const ticket = await ticketOf();
    const answer = await ticketed(ticket, undefined, { headers: { Origin: ORIGIN } });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe(ORIGIN);
    expect(answer.headers["access-control-expose-headers"]).toContain("ETag");
    expect(answer.bytes).toEqual(await original("PM/assets/sheet.pdf"));
    const part = await ticketed(ticket, undefined, { headers: { Range: "bytes=0-9" } });
    expect(part.status).toBe(206);
  });

  test("the files of a ticket are served for at least one hour, and for less than three", async () => {
    const before = school.now;
    const ticket = await ticketOf();
    school.now = before + HOUR - 1;
    expect((await ticketed(ticket)).status).toBe(200);
    school.now = before + 3 * HOUR;
    expect((await ticketed(ticket)).status).toBe(401);
    expect((await ticketed(ticket, undefined, student)).status).toBe(200);
    school.now = before;
  });

  test("the files of a ticket are those that its owner may read at that moment", async () => {
    const ticket = await ticketOf(await school.student({ course: SWB }));
    expect((await ticketed(ticket)).status).toBe(404);
    expect((await ticketed(ticket, "glossary/dart.svg")).status).toBe(200);
    const [, ...signed] = (await ticketOf()).split(".");
    const [holder] = ticket.split(".");
    expect((await ticketed([holder, ...signed].join("."))).status).toBe(401);
  });
});
