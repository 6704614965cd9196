import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TIME_LIMIT_MS } from "../../../src/transport/time-limit.ts";
import { failed } from "../../support/results.ts";
import { settle } from "../support/settle.ts";
import { startHttpServer } from "./http-server.ts";
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
  expect(await send(calls.read, { ...part, signal: AbortSignal.abort() })).toEqual(
    failed("cancelled"),
  );
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
