import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import {
  type FileRequest,
  openDownload,
  retryAfterSeconds,
} from "../../../src/transport/file-download.ts";
import { failed } from "../../support/results.ts";
import { settle } from "../support/settle.ts";
import { type Received, startHttpServer } from "./http-server.ts";

const CHECKSUM = "0123456789abcdef".repeat(4);
const OTHER_CHECKSUM = "fedcba9876543210".repeat(4);
const TEXT = "Sew the dart.";

afterEach(() => void vi.useRealTimers());

const stopClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

const open = (request: Partial<FileRequest>) =>
  openDownload({
    ...{ base: "http://school.example", name: "courses/a b.html", language: "en" },
    ...{ checksum: CHECKSUM, size: TEXT.length, ticket: null, from: 0, fetch },
    headers: { authorization: "Bearer secret" },
    signal: new AbortController().signal,
    ...request,
  });

const opened = async (request: Partial<FileRequest>) => {
  const answer = await open(request);
  if (!answer.ok) throw new Error(answer.failure.kind);
  return answer.value;
};

/** The text of the next chunk, null at the end, or how the download failed. */
const nextOf = async (download: Awaited<ReturnType<typeof opened>>) => {
  const next = await download.next();
  return next.ok ? next.value && new TextDecoder().decode(next.value) : next.failure;
};

const textOf = async (download: Awaited<ReturnType<typeof opened>>): Promise<string> => {
  let text = "";
  for (;;) {
    const next = await nextOf(download);
    if (next === null) return text;
    if (typeof next !== "string") throw new Error(next.kind);
    text += next;
  }
};

/** Sends the whole file for each request without a range, and `part` for each one with a range. */
const startFileServer = (part: (response: ServerResponse, request: Received) => void) =>
  startHttpServer((response, request) => {
    if (request.headers.range) part(response, request);
    else response.end(TEXT);
  });

const sendRange = (range: string) => (response: ServerResponse) => {
  response.writeHead(206, { "content-range": range }).end(TEXT.slice(3));
};

/** A server that begins an answer and leaves it open. */
const startOpenServer = async (text: string, status = 200) => {
  const server = await startHttpServer((response) => {
    response.writeHead(status);
    response.write(text);
  });
  const response = server.answering();
  const closed = response.then(async (sent) => {
    if (!sent.destroyed) await once(sent, "close");
  });
  return { ...server, response, closed };
};

test("a request for a file names the file and its language, is authorized by its headers, and uses neither cache nor cookies", async () => {
  const server = await startHttpServer((response) => response.end(TEXT));
  const asked = vi.fn(fetch);
  const download = await opened({ base: server.url, fetch: asked });
  expect(await textOf(download)).toBe(TEXT);
  const options = expect.objectContaining({ cache: "no-store", credentials: "omit" });
  expect(asked.mock.calls).toEqual([[expect.anything(), options]]);
  const [{ url, headers } = { url: "", headers: {} }] = server.received;
  const query = { path: "courses/a b.html", language: "en" };
  expect(Object.fromEntries(new URL(url, server.url).searchParams)).toEqual(query);
  expect(headers.authorization).toBe("Bearer secret");
  expect(headers).not.toHaveProperty("range");
});

test("a request for a file is authorized by its ticket alone, or goes to another address, if it has one", async () => {
  const server = await startHttpServer((response) => response.end(TEXT));
  await opened({ base: server.url, ticket: "a ticket" });
  await opened({ address: `${server.url}/release.zip` });
  const [{ url, headers } = { url: "", headers: {} }, other] = server.received;
  expect(other?.url).toBe("/release.zip");
  expect(new URL(url, server.url).searchParams.get("ticket")).toBe("a ticket");
  expect(headers).not.toHaveProperty("authorization");
});

test.each([
  ["of the expected size", "bytes 3-12/13", TEXT.length],
  ["of a size that the server does not state", "bytes 3-12/*", TEXT.length],
  ["of a size that nobody knows beforehand", "bytes 3-12/13", null],
  ["that begins at a large offset", "bytes 1234-1243/1244", 1244],
])("the rest of a file %s follows the bytes that are there", async (_, range, size) => {
  const from = Number(/\d+/.exec(range)?.[0]);
  const server = await startFileServer(sendRange(range));
  const download = await opened({ base: server.url, size, from });
  expect(download.from).toBe(from);
  expect(await textOf(download)).toBe(TEXT.slice(3));
  expect(server.received.map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
    [`bytes=${from}-`, `"${CHECKSUM}"`],
  ]);
});

type Part = (response: ServerResponse) => void;
const whole =
  (headers: Record<string, string>): Part =>
  (response) =>
    response.writeHead(200, headers).end(TEXT);

test.each<[string, Part, number]>([
  ["begins elsewhere", sendRange("bytes 4-12/13"), 2],
  ["belongs to a file of another size", sendRange("bytes 3-12/14"), 2],
  ["does not say where it begins", (response) => response.writeHead(206).end("x"), 2],
  ["does not exist", (response) => response.writeHead(416).end(), 2],
  ["is answered with the whole file", whole({}), 1],
  ["is only said to be a part", whole({ "content-range": "bytes 3-12/13" }), 1],
])("the rest of a file is replaced by the whole file if it %s", async (_, part, requests) => {
  const server = await startFileServer(part);
  const download = await opened({ base: server.url, from: 3 });
  expect(download.from).toBe(0);
  expect(await textOf(download)).toBe(TEXT);
  expect(server.received.map(({ headers }) => headers.range)).toEqual(
    ["bytes=3-", undefined].slice(0, requests),
  );
});

test.each([
  ["a part in place of the whole file", 206, 0, null],
  ["no access to the rest of the file", 403, 3, null],
  ["too much to do", 503, 0, 120],
])("a refusal keeps its status and its waiting time: %s", async (_, status, from, wait) => {
  const headers = wait ? { "retry-after": String(wait) } : {};
  const server = await startHttpServer((response) => {
    response.writeHead(status, headers).end("x");
  });
  const failure = { kind: "refused", status, retryAfter: wait };
  expect(await open({ base: server.url, from })).toEqual({ ok: false, failure });
  expect(server.received).toHaveLength(1);
});

test.each([
  ["120", 120],
  ["Mon, 02 Mar 2026 09:01:30 GMT", 90],
  ["Mon, 02 Mar 2026 08:00:00 GMT", 0],
  ["12 s", null],
  ["-5", null],
  [null, null],
])("Retry-After %j is so many seconds: %j", (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse("2026-03-02T09:00:00Z"))).toBe(seconds);
});

test("a file that cannot be downloaded is not read on: the connection of a refusal is closed", async () => {
  const server = await startOpenServer("<p>Not found", 404);
  expect(await open({ base: server.url })).toMatchObject({ failure: { status: 404 } });
  await server.closed;
});

test.each([
  [`"${OTHER_CHECKSUM}"`, false],
  [`W/"${OTHER_CHECKSUM}"`, false],
  [`"${CHECKSUM}"`, true],
  [`W/"${CHECKSUM}"`, true],
  ['"42"', true],
])("a file with the ETag %s is the one that is expected: %s", async (etag, isExpected) => {
  const server = await startHttpServer((response) => {
    response.writeHead(200, { etag }).end(TEXT);
  });
  const answer = await open({ base: server.url });
  if (answer.ok) expect(await textOf(answer.value)).toBe(TEXT);
  expect(isExpected ? answer.ok : answer).toEqual(isExpected || failed("changed"));
});

test("a file that cannot be downloaded is unreachable, and tells whether its answer had begun", async () => {
  const server = await startOpenServer("Sew");
  const download = await opened({ base: server.url });
  expect(await nextOf(download)).toBe("Sew");
  (await server.response).destroy();
  expect(await nextOf(download)).toEqual({ kind: "unreachable", begun: true });
  await server.close();
  expect(await open({ base: server.url })).toMatchObject({ ok: false, failure: { begun: false } });
});

test.each([1_000_000, null])("chunks hold at most 128 KiB of a file of %s bytes", async (size) => {
  const bytes = new Uint8Array(1_000_000);
  const download = await opened({ size, fetch: async () => new Response(bytes) });
  let length = 0;
  for (let next = await download.next(); next.ok && next.value; next = await download.next()) {
    expect(next.value.length).toBeLessThanOrEqual(128 * 1024);
    length += next.value.length;
  }
  expect(length).toBe(bytes.length);
});

test("the time limit of a download is 30 s without a byte", async () => {
  stopClock();
  const server = await startOpenServer("Sew");
  const download = await opened({ base: server.url });
  expect(await nextOf(download)).toBe("Sew");
  const next = nextOf(download);
  vi.advanceTimersByTime(29_999);
  await settle();
  (await server.response).write(" the");
  expect(await next).toBe(" the");
  // The time that the caller takes for a chunk does not count.
  vi.advanceTimersByTime(60_000);
  (await server.response).write(" dart");
  expect(await nextOf(download)).toBe(" dart");
  const silence = nextOf(download);
  vi.advanceTimersByTime(30_000);
  expect(await silence).toEqual({ kind: "timeout" });
  await server.closed;
});

test("the time limit of a download applies to the beginning of the answer, too", async () => {
  stopClock();
  const server = await startHttpServer(() => undefined);
  const underWay = server.answering();
  const answer = open({ base: server.url });
  await underWay;
  vi.advanceTimersByTime(30_000);
  expect(await answer).toEqual(failed("timeout"));
});

test.each(["signal", "reader"])("a download cancelled by its %s leaves nothing", async (by) => {
  const server = await startOpenServer("Sew");
  stopClock();
  const giveUp = new AbortController();
  const download = await opened({ base: server.url, signal: giveUp.signal });
  expect(await nextOf(download)).toBe("Sew");
  if (by === "signal") giveUp.abort();
  else download.cancel();
  expect(await nextOf(download)).toEqual({ kind: "cancelled" });
  expect(vi.getTimerCount()).toBe(0);
  await server.closed;
});

test("a complete download ends, and leaves the last chunk as it was", async () => {
  stopClock();
  const download = await opened({ fetch: async () => new Response(TEXT) });
  const next = await download.next();
  download.finish();
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  expect(next.ok && next.value && new TextDecoder().decode(next.value)).toBe(TEXT);
});

test("a download whose bytes have all come is closed if the answer has not ended after 30 s", async () => {
  stopClock();
  const { url, response, closed } = await startOpenServer(TEXT);
  const download = await opened({ base: url });
  expect(await nextOf(download)).toBe(TEXT);
  download.finish();
  vi.advanceTimersByTime(29_999);
  await settle();
  expect((await response).destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await closed;
});
