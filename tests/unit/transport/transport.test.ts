import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TIME_LIMIT_MS } from "../../../src/transport/time-limit.ts";
import { failed } from "../../support/results.ts";
import { settle } from "../support/settle.ts";
import { json, startHttpServer } from "./http-server.ts";
import { calls, part, transportTo } from "./school-calls.ts";

const silent = () => startHttpServer(() => undefined);

/** A call that the server has received, and its response there. */
const received = async <T>(server: Awaited<ReturnType<typeof silent>>, call: () => Promise<T>) => {
  const underWay = server.answering();
  const answer = call();
  return { answer, response: await underWay };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test.each<[string, ((response: ServerResponse) => void) | null]>([
  ["a closed port", null],
  ["a connection that was cut", (response) => response.destroy()],
  [
    "a body that breaks off, even with a good status,",
    (response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write('{"name":"Lines"}', () => response.destroy());
    },
  ],
])("%s means unreachable", async (_, answer) => {
  const server = await startHttpServer(answer ?? (() => undefined));
  if (!answer) await server.close();
  const { send, sendForBytes, events } = transportTo(server.url);
  expect(await send(calls.read, part)).toEqual(failed("unreachable"));
  expect(await sendForBytes(calls.file)).toEqual(failed("unreachable"));
  expect(events).toEqual({ reached: [false, false], unauthorized: 0 });
});

test("a call ends after 30 s as a whole, however steadily its answer arrives, and closes the connection", async () => {
  expect(TIME_LIMIT_MS).toBe(30_000);
  const server = await startHttpServer((response) => void response.write('{"name":'));
  const { send, events } = transportTo(server.url);
  const { answer, response } = await received(server, () => send(calls.read, part));
  const closed = new Promise((resolve) => response.once("close", resolve));
  for (const milliseconds of [14_000, 15_999]) {
    vi.advanceTimersByTime(milliseconds);
    response.write("x");
    await settle();
  }
  expect(events.reached).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(await answer).toEqual(failed("timeout"));
  expect(events.reached).toEqual([false]);
  await closed;
});

test("a call that is sent by a function of its own uses it, and continues as long as that reports progress", async () => {
  const answered = Promise.withResolvers<Response>();
  let progress = () => {};
  const { send } = transportTo("http://school.example", {
    fetch: async () => new Response(null, { status: 500 }),
  });
  const answer = send(calls.read, {
    ...part,
    fetcher: (_, init, onProgress) => {
      progress = onProgress;
      init.signal?.addEventListener("abort", () => answered.reject(new TypeError("Aborted")));
      return answered.promise;
    },
  });
  for (let pause = 0; pause < 3; pause += 1) {
    vi.advanceTimersByTime(29_999);
    progress();
  }
  answered.resolve(Response.json({ name: "Lines" }));
  expect(await answer).toMatchObject({ ok: true });
});

test("a download continues as long as bytes arrive, and ends after 30 s of silence", async () => {
  const server = await silent();
  const { sendForBytes, events } = transportTo(server.url);
  const { answer, response } = await received(server, () => sendForBytes(calls.file));
  for (const piece of "abcdef") {
    vi.advanceTimersByTime(25_000);
    response.write(piece);
    await settle();
  }
  vi.advanceTimersByTime(29_999);
  await settle();
  expect(events.reached).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(await answer).toEqual(failed("timeout"));
  expect(events.reached).toEqual([false]);
});

type Ask = (transport: ReturnType<typeof transportTo>, signal: AbortSignal) => Promise<unknown>;
const read: Ask = ({ send }, signal) => send(calls.read, { ...part, signal });
const download: Ask = ({ sendForBytes }, signal) => sendForBytes(calls.file, { signal });

test.each<[string, string, Ask, (response: ServerResponse) => void]>([
  ["a call", "before its answer", read, () => undefined],
  ["a call", "in a refusal", read, (response) => void response.writeHead(500).write("{")],
  ["a download", "in its middle", download, (response) => void response.write("a")],
])("%s that is cancelled %s ends at once", async (_, __, ask, respond) => {
  const server = await startHttpServer(respond);
  const transport = transportTo(server.url);
  const giveUp = new AbortController();
  const { answer } = await received(server, () => ask(transport, giveUp.signal));
  await settle();
  giveUp.abort();
  expect(await answer).toEqual(failed("cancelled"));
  expect(transport.events.reached).toEqual([]);
});

test("a call that was cancelled before it began is never sent", async () => {
  const server = await silent();
  const { send } = transportTo(server.url);
  const answer = await send(calls.read, { ...part, signal: AbortSignal.abort() });
  expect(answer).toEqual(failed("cancelled"));
  await settle();
  expect(server.received).toEqual([]);
});

test("a finished call leaves no timer and no listener, whatever its answer", async () => {
  const { signal } = new AbortController();
  // Without Node's network, which has its own timers.
  for (const fetch of [
    async () => Response.json({ name: "Lines" }),
    async () => Promise.reject(new TypeError("Failed to fetch")),
  ]) {
    const { send, sendForBytes } = transportTo("http://school.example", { fetch });
    await send(calls.read, { ...part, signal });
    await sendForBytes(calls.file, { signal });
  }
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

const LOGIN_PAGE = "<!doctype html><title>Hotel Wi-Fi</title><p>Please sign in";

test.each(["application/json", "image/png"])(
  "a good answer is decoded, whatever its type, and one of bytes keeps them and their type: %s",
  async (type) => {
    const text = '{"name":"Lines","more":1}';
    const server = await startHttpServer((response) => {
      response.writeHead(200, { "content-type": type }).end(text);
    });
    const { send, sendForBytes, events } = transportTo(server.url);
    expect(await send(calls.read, part)).toEqual({ ok: true, value: { name: "Lines" } });
    expect(events).toEqual({ reached: [true], unauthorized: 0 });
    const answer = await sendForBytes(calls.file, { query: { title: "a/b.png" } });
    if (!answer.ok) throw new Error(answer.failure.kind);
    expect([answer.value.type, await answer.value.text()]).toEqual([type, text]);
    expect(server.received.at(-1)?.url).toBe("/file?title=a%2Fb.png");
  },
);

test("a good answer of a call without a response may have any body or none", async () => {
  for (const body of ["", "{}", "OK", "<p>"]) {
    const server = await startHttpServer((response) => response.end(body));
    const { send } = transportTo(server.url);
    expect(await send(calls.write)).toEqual({ ok: true, value: undefined });
  }
});

test.each([
  ["the page of a captive portal", 200, LOGIN_PAGE, false],
  ["an empty body", 204, "", false],
  ["JSON without a field", 200, '{"title":"Lines"}', true],
  ["a field of another kind", 200, '{"name":7}', true],
])("an answer that is not the school's is rejected: %s", async (_, status, body, isJson) => {
  const server = await startHttpServer((response) => response.writeHead(status).end(body));
  const { send, events } = transportTo(server.url);
  const failure = { kind: "undecodable", json: isJson };
  expect(await send(calls.read, part)).toEqual({ ok: false, failure });
  expect(events).toEqual({ reached: [true], unauthorized: 0 });
});

const PROBLEM = { type: "about:blank", title: "No", status: 403, code: "lesson/not_active" };

test.each([
  ["the contract's code", 403, JSON.stringify(PROBLEM), "lesson/not_active"],
  ["no body", 404, "", ""],
  ["a failing server's page", 502, "<h1>Bad gateway</h1>", ""],
  ["null", 404, "null", ""],
  ["no code", 404, '{"error":"no such thing"}', ""],
  ["a code that is a number", 404, '{"code":404}', ""],
])("a refusal has its status and the contract's code: %s", async (_, status, body, code) => {
  const server = await startHttpServer((response) => {
    response.writeHead(status, { "content-type": "application/problem+json" }).end(body);
  });
  const { send, sendForBytes, events } = transportTo(server.url);
  const refused = { ok: false, failure: { kind: "refused", status, code, retryAfter: null } };
  expect(await send(calls.read, part)).toEqual(refused);
  expect(await sendForBytes(calls.file)).toEqual(refused);
  expect(events.reached).toEqual([true, true]);
});

test("a 401, and no other status, reports an unauthorized token, of a call that needs one and has one", async () => {
  const reportsAt = async (status: number, ...[options]: [Parameters<typeof transportTo>[1]?]) => {
    const server = await startHttpServer((response) => json(response, {}, status));
    const { send, sendForBytes, events } = transportTo(server.url, options);
    expect(await send(calls.read, part)).toMatchObject({ failure: { status } });
    await sendForBytes(calls.file);
    await send(calls.open);
    return events.unauthorized;
  };
  expect(await reportsAt(401)).toBe(2);
  expect(await reportsAt(403)).toBe(0);
  expect(await reportsAt(401, { token: () => null })).toBe(0);
});

test("a 401 is not reported for an earlier token", async () => {
  let token = "earlier";
  const server = await startHttpServer(() => undefined);
  const { send, events } = transportTo(server.url, { token: () => token });
  const [response, answer] = [server.answering(), send(calls.read, part)];
  const late = await response;
  token = "present";
  json(late, {}, 401);
  expect(await answer).toMatchObject({ failure: { status: 401 } });
  expect(events.unauthorized).toBe(0);
});

const good = () => startHttpServer((response) => json(response, { name: "Lines" }));

test("path and query parameters are encoded, whatever they contain", async () => {
  const server = await good();
  const { send } = transportTo(`${server.url}/api`);
  const params = { key: "../a b/ü?#", part: 7 };
  await send(calls.read, { params, query: { language: "he & en", t: 5 } });
  expect(server.received[0]).toMatchObject({
    method: "GET",
    url: "/api/courses/..%2Fa%20b%2F%C3%BC%3F%23/parts/7?language=he+%26+en&t=5",
    body: "",
  });
  // One that is not given is not sent.
  await send(calls.read, { ...part, query: { language: undefined, t: 0 } });
  await send(calls.read, { ...part, query: { language: undefined } });
  expect(server.received.slice(1).map(({ url }) => url)).toEqual([
    "/api/courses/PM/parts/1?t=0",
    "/api/courses/PM/parts/1",
  ]);
});

test("a body is sent as JSON, with the given headers", async () => {
  const server = await startHttpServer((response) => response.writeHead(204).end());
  const { send } = transportTo(server.url);
  const headers = { "idempotency-key": "k" };
  const answer = await send(calls.write, { body: { text: "גזרה" }, headers });
  expect(answer).toEqual({ ok: true, value: undefined });
  expect(server.received[0]).toMatchObject({ method: "POST", body: '{"text":"גזרה"}' });
  const sent = { "content-type": "application/json", ...headers };
  expect(server.received[0]?.headers).toMatchObject(sent);
});

test("the token of who is signed in is sent with every call", async () => {
  const server = await good();
  const { send } = transportTo(server.url);
  await send(calls.read, part);
  await send(calls.open);
  const nobody = transportTo(server.url, { token: () => null });
  await nobody.send(calls.read, part);
  const tokens = server.received.map(({ headers }) => headers.authorization);
  expect(tokens).toEqual(["Bearer secret", "Bearer secret", undefined]);
});

test("no cookies are sent: the token alone identifies the person", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ name: "Lines" }));
  await transportTo("http://school.example", { fetch }).send(calls.open);
  expect(fetch.mock.calls[0]?.[1]?.credentials).not.toBe("include");
});
