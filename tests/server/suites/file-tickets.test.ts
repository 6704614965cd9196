import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { FIXTURE, PMB, SWB } from "../support/test-school.ts";

const HOUR = 3_600_000;
const ORIGIN = "http://127.0.0.1:43123";

onDiskAndInBucket((open) => {
  const school = open.shared();
  let token: string;
  beforeAll(async () => {
    token = (await school.student({ course: PMB })).token;
  });

  const ticketed = (ticket: string, name = "assets/PM/sheet.pdf", more = {}) =>
    school.call(`/files/read?path=${name}&language=en&ticket=${encodeURIComponent(ticket)}`, more);
  const ticketOf = async (by = token): Promise<string> =>
    (await school.call("/files/treelist?metas=1&language=en", { token: by })).json.ticket;

  test("the files of a ticket need no header, so that an app on another origin needs no preflight", async () => {
    const ticket = await ticketOf();
    const answer = await ticketed(ticket, undefined, { headers: { Origin: ORIGIN } });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe(ORIGIN);
    expect(answer.headers["access-control-expose-headers"]).toContain("ETag");
    expect(answer.bytes).toEqual(await readFile(path.join(FIXTURE, "PM/assets/sheet.pdf")));
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
    expect((await ticketed(ticket, undefined, { token })).status).toBe(200);
    school.now = before;
  });

  test("the files of a ticket are those that its owner may read at that moment", async () => {
    const other = await school.student({ course: SWB });
    const ticket = await ticketOf(other.token);
    expect((await ticketed(ticket)).status).toBe(404);
    expect((await ticketed(ticket, "glossary/dart.svg")).status).toBe(200);
    const [, ...signed] = (await ticketOf()).split(".");
    const [holder] = ticket.split(".");
    expect((await ticketed([holder, ...signed].join("."))).status).toBe(401);
  });
});
