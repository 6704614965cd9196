import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openQueue } from "../support/open-queue.ts";
import { settle } from "../support/settle.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const COMPLETE = "PUT /user/progress/1/complete";
const status =
  (code: number, headers = {}) =>
  () =>
    new Response("", { status: code, headers });

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("a study update is sent at once, with its own key, stamped by the school's clock", async () => {
  const { queue, sent, kept } = await openQueue();
  expect(await queue.enqueue("session", 1, 1)).toBe("sent");
  expect(await queue.enqueue("complete", 1, 1)).toBe("sent");
  const keys = sent().map(({ request }) => request.headers.get("idempotency-key") ?? "");
  for (const key of keys) expect(key).toMatch(UUID);
  expect(new Set(keys).size).toBe(2);
  for (const { request } of sent()) expect(request.headers.get("x-queued-at")).toBeNull();
  expect(kept()).toEqual([]);
});

test("a study update waits without a network, and is sent afterwards with the same key and its own time", async () => {
  const { queue, school, machine, sent, kept } = await openQueue();
  const time = new Date(machine.now()).toISOString();
  school.answer(COMPLETE, status(503));
  expect(await queue.enqueue("complete", 1, 1)).toBe("waiting");
  expect(await queue.enqueue("complete", 1, 1)).toBe("waiting");
  expect(kept()).toHaveLength(1);
  school.usual(COMPLETE);
  machine.advance(3_600_000);
  queue.start();
  await vi.waitFor(() => expect(kept()).toEqual([]));
  const [first, second] = sent();
  expect(new Set(school.keysOf(COMPLETE)).size).toBe(1);
  expect(first?.request.headers.get("x-queued-at")).toBeNull();
  expect(second?.request.headers.get("x-queued-at")).toBe(time);
});

test("a study update is sent only after the one before it was answered", async () => {
  const { queue, school, calls } = await openQueue();
  const release = school.hold("PUT /user/progress/1/session");
  const both = Promise.all([queue.enqueue("session", 1, 1), queue.enqueue("complete", 1, 1)]);
  await vi.waitFor(() => expect(calls()).toEqual(["1/session"]));
  await settle();
  expect(calls()).toEqual(["1/session"]);
  release();
  expect(await both).toEqual(["sent", "sent"]);
  expect(calls()).toEqual(["1/session", "1/complete"]);
});

test("a study update is sent again with the same key if its answer was lost", async () => {
  const { queue, school, kept } = await openQueue();
  school.answer(COMPLETE, (context) => {
    school.network.up = false;
    return context.json({ progress: null });
  });
  expect(await queue.enqueue("complete", 1, 1)).toBe("waiting");
  school.usual(COMPLETE);
  school.network.up = true;
  queue.start();
  await vi.waitFor(() => expect(kept()).toEqual([]));
  const keys = school.keysOf(COMPLETE);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("a write that waits is sent again by itself, ever later", async () => {
  const { queue, school, kept } = await openQueue();
  school.answer(COMPLETE, status(503));
  expect(await queue.enqueue("complete", 1, 1)).toBe("waiting");
  const waits: number[] = [];
  for (let tries = 1; tries < 6; tries += 1) {
    let waited = 0;
    while (school.count(COMPLETE) === tries) {
      await vi.advanceTimersByTimeAsync(500);
      await settle();
      waited += 500;
    }
    waits.push(waited);
  }
  expect(waits[4]).toBeGreaterThan(waits[2] ?? 0);
  expect(waits[2]).toBeGreaterThan(waits[0] ?? 0);
  expect(kept()).toHaveLength(1);
  school.usual(COMPLETE);
  await vi.advanceTimersByTimeAsync(300_000);
  await vi.waitFor(() => expect(kept()).toEqual([]));
});

test("a school that cannot accept a write is not asked for as long as Retry-After says", async () => {
  const { queue, school } = await openQueue();
  school.answer(COMPLETE, status(429, { "retry-after": "600" }));
  await queue.enqueue("complete", 1, 1);
  await vi.advanceTimersByTimeAsync(599_000);
  await settle();
  expect(school.count(COMPLETE)).toBe(1);
  await vi.advanceTimersByTimeAsync(4000);
  await vi.waitFor(() => expect(school.count(COMPLETE)).toBe(2));
});

test("the network that returns sends the queue at once, without waiting for the next try", async () => {
  const { app, queue, school, machine, kept } = await openQueue();
  app.network.boot();
  school.network.up = false;
  machine.setOnline(false);
  await queue.enqueue("complete", 1, 1);
  school.network.up = true;
  machine.setOnline(true);
  await vi.waitFor(() => expect(kept()).toEqual([]));
});

test("the network that is reported proves and prevents nothing: a write that fails stays queued, one that can be sent is sent", async () => {
  const { app, queue, school, machine, kept } = await openQueue();
  app.network.boot();
  machine.setOnline(false);
  expect(await queue.enqueue("complete", 2, 1)).toBe("sent");
  machine.setOnline(true);
  school.network.up = false;
  await queue.enqueue("complete", 1, 1);
  machine.setOnline(false);
  machine.setOnline(true);
  await settle();
  expect(kept()).toHaveLength(1);
});

test.each([
  ["a captive portal's page", "waiting", () => new Response("<p>Wi-Fi</p>")],
  ["an empty success", "sent", () => Response.json({ progress: "noted" })],
])("a write that is answered with %s is %s", async (_, outcome, answer) => {
  const { queue, school, kept } = await openQueue();
  school.answer(COMPLETE, answer);
  expect(await queue.enqueue("complete", 1, 1)).toBe(outcome);
  expect(kept()).toHaveLength(outcome === "waiting" ? 1 : 0);
});
