import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createRetries } from "../../../src/transport/retry-refused.ts";
import { json, startHttpServer } from "./http-server.ts";
import { calls, part, transportTo } from "./school-calls.ts";

const busy = (response: ServerResponse) => response.writeHead(503, { "retry-after": "2" }).end();

/** A school that refuses its first calls, and a client that waits without losing time. */
const open = async (refused: number, answer = busy) => {
  let left = refused;
  const server = await startHttpServer((response) => {
    left -= 1;
    if (left >= 0) answer(response);
    else json(response, { name: "Lines" });
  });
  const waits: number[] = [];
  const said: string[] = [];
  const retrying = createRetries({
    random: () => 0.5,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    onBusy: () => said.push("busy"),
  });
  const send = retrying(transportTo(server.url).send);
  const read = () => send(calls.read, part);
  return { server, waits, said, send, read };
};

test.each([
  ["once, which is silent,", 1, [2500], []],
  ["three times, which says that the school is busy,", 3, [2500, 3000, 4000], ["busy", "busy"]],
])("a call that a busy school refuses %s is sent again", async (_, refused, expected, shown) => {
  const { read, waits, said } = await open(refused);
  expect(await read()).toMatchObject({ ok: true });
  expect([waits, said]).toEqual([expected, shown]);
});

test("a call that a busy school refuses four times is refused", async () => {
  const { read, server } = await open(9);
  expect(await read()).toMatchObject({ ok: false, failure: { status: 503 } });
  expect(server.received).toHaveLength(4);
});

test("a call for whose answer nobody waits is not sent again, and says nothing", async () => {
  const { send, server, said } = await open(9);
  const quiet = { ...part, isQuiet: true };
  expect(await send(calls.read, quiet)).toMatchObject({ ok: false });
  expect([server.received.length, said]).toEqual([1, []]);
});

test.each([
  ["says no time", 503, undefined],
  ["is closed for an hour", 503, "3600"],
  ["is broken", 500, "2"],
  ["has heard too much of this account", 429, "2"],
])("a school that %s is not asked again", async (_name, status, seconds) => {
  const { read, server } = await open(9, (response) =>
    response.writeHead(status, seconds ? { "retry-after": seconds } : {}).end(),
  );
  expect(await read()).toMatchObject({ ok: false });
  expect(server.received).toHaveLength(1);
});

test("a write is sent again only with a key that makes it the same one", async () => {
  const without = await open(1);
  expect(await without.send(calls.write, { body: { text: "" } })).toMatchObject({ ok: false });
  const withKey = await open(1);
  const headers = { "Idempotency-Key": "k" };
  const sent = await withKey.send(calls.write, { body: { text: "" }, headers });
  expect(sent.ok).toBe(true);
  const keys = withKey.server.received.map((each) => each.headers["idempotency-key"]);
  expect(keys).toEqual(["k", "k"]);
});

test("in an overload that lasts, a tenth of the calls is sent again", async () => {
  const { read, server } = await open(1_000_000);
  for (let at = 0; at < 200; at += 1) await read();
  expect(server.received.length).toBeLessThan(200 * 1.1 + 20);
});

test("of one path one retry is under way at a time", async () => {
  const CALLS = 5;
  const all = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  const server = await startHttpServer((response) => {
    if (server.received.length === CALLS) all.resolve();
    if (server.received.length <= CALLS) return busy(response);
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      json(response, { name: "Lines" });
    });
  });
  const retrying = createRetries({ random: () => 0, sleep: () => all.promise, onBusy: () => {} });
  const send = retrying(transportTo(server.url).send);
  await Promise.all(Array.from({ length: CALLS }, () => send(calls.read, part)));
  expect([server.received.length, most]).toEqual([2 * CALLS, 1]);
});
