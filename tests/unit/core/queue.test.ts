import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusedWriteAlerts } from "../../../src/core/queue.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { openSignedIn } from "../support/open-app.ts";
import { settle } from "../support/settle.ts";

const COMPLETE = "PUT /user/progress/1/complete";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A tab with a signed-in person, and the outcomes of their study updates, in order. */
const openQueue = async (...options: Parameters<typeof openSignedIn>) => {
  const opened = await openSignedIn(...options);
  const outcomes: string[] = [];
  const { queue, school, machine } = opened;
  queue.onOutcome(({ call, lessonId }, outcome) => outcomes.push(`${call} ${lessonId} ${outcome}`));
  opened.stopOnSessionEnd();
  opened.sendWhenOnline();
  const sent = () => school.requests.filter(({ call }) => call.startsWith("PUT /user/progress/"));
  return {
    ...opened,
    outcomes,
    sent,
    /** The requested paths, such as `1/complete`. */
    calls: () => sent().map(({ call }) => call.slice("PUT /user/progress/".length)),
    kept: () => machine.tabs.keys().filter((key) => key.startsWith("queue.v1/")),
  };
};

type OpenQueue = Awaited<ReturnType<typeof openQueue>>;

/** Dana on the same machine again: in another tab, or at the next visit. */
const anotherTab = ({ school, machine }: OpenQueue) => openQueue("dana", { school, machine });

/** A student who has completed lessons without a network. */
const offline = async (lessons: number[], username = "dana") => {
  const opened = await openQueue(username);
  opened.school.network.up = false;
  for (const lesson of lessons) await opened.queue.enqueue("complete", lesson, 1);
  return opened;
};

/** Closes the page; the network is back at the next visit. */
const nextVisit = async (before: OpenQueue) => {
  before.queue.stop();
  before.school.network.up = true;
  return anotherTab(before);
};

test("a waiting write is sent at the next start, and counts as waiting until then", async () => {
  const before = await offline([1, 2]);
  const after = await nextVisit(before);
  after.school.network.up = false;
  after.queue.start();
  expect(after.outcomes).toEqual(["complete 1 waiting", "complete 2 waiting"]);
  expect([...after.progress.state.completed]).toEqual([1, 2]);
  after.school.network.up = true;
  after.queue.start();
  await vi.waitFor(() => expect(after.kept()).toEqual([]));
  expect(after.calls()).toEqual(["1/complete", "2/complete"]);
  expect(after.outcomes.slice(2)).toEqual(["complete 1 sent", "complete 2 sent"]);
});

test("a waiting write is held when the session ends, and sent once the same person signs in again", async () => {
  const opened = await openQueue();
  const { app, queue, school, calls, kept, outcomes } = opened;
  school.endTokens();
  expect(await queue.enqueue("complete", 1, 1)).toBe("waiting");
  expect(app.session.state.authenticated).toBe(false);
  expect(kept()).toHaveLength(1);
  queue.start();
  await vi.advanceTimersByTimeAsync(600_000);
  await settle();
  expect(calls()).toEqual(["1/complete"]);
  expect(outcomes).toEqual(["complete 1 waiting"]);
  const again = await anotherTab(opened);
  again.queue.start();
  await vi.waitFor(() => expect(again.kept()).toEqual([]));
});

test("a waiting write of another person is never sent, and stays for that person", async () => {
  const dana = await offline([1]);
  dana.queue.stop();
  dana.school.network.up = true;
  const boss = await openQueue("boss", { school: dana.school, machine: dana.machine });
  boss.queue.start();
  expect(await boss.queue.enqueue("complete", 5, 2)).toBe("sent");
  expect(boss.calls()).toEqual(["5/complete"]);
  expect([...boss.progress.state.completed]).toEqual([5]);
  expect(boss.kept()).toHaveLength(1);
  const again = await openQueue("dana", { school: dana.school, machine: dana.machine });
  again.queue.start();
  await vi.waitFor(() => expect(again.calls()).toEqual(["5/complete", "1/complete"]));
});

test("a waiting write is not sent by a session that ends during its request", async () => {
  const { app, queue, school, calls, kept } = await openQueue();
  const release = school.hold(COMPLETE);
  const first = queue.enqueue("complete", 1, 1);
  const second = queue.enqueue("complete", 2, 1);
  await vi.waitFor(() => expect(calls()).toEqual(["1/complete"]));
  app.session.onUnauthorized();
  expect(await Promise.all([first, second])).toEqual(["waiting", "waiting"]);
  release();
  await settle();
  expect(calls()).toEqual(["1/complete"]);
  expect(kept()).toHaveLength(1);
});

test("a waiting write is kept as long as the page lives when storage is not available", async () => {
  const machine = createMemoryMachine();
  machine.storage.set = () => false;
  const { queue, school, calls } = await openQueue("dana", { machine });
  school.network.up = false;
  expect(await queue.enqueue("complete", 1, 1)).toBe("waiting");
  school.network.up = true;
  queue.start();
  await vi.waitFor(() => expect(calls()).toEqual(["1/complete"]));
});

test("two tabs know what the other has queued, and send it once, in order, from one of them", async () => {
  const first = await openQueue();
  const other = await anotherTab(first);
  first.school.network.up = false;
  for (const lesson of [1, 2, 5]) await first.queue.enqueue("complete", lesson, 1);
  first.school.network.up = true;
  expect(other.queue.state).toEqual({ waiting: 3, refused: [] });
  expect(other.queue.writes()).toMatchObject([{ lessonId: 1 }, { lessonId: 2 }, { lessonId: 5 }]);
  other.queue.start();
  first.queue.start();
  await vi.waitFor(() => expect(first.kept()).toEqual([]));
  await settle();
  expect(first.calls()).toEqual(["1/complete", "2/complete", "5/complete"]);
});

test("two tabs both learn what the other has sent", async () => {
  const first = await offline([1]);
  first.school.network.up = true;
  const second = await anotherTab(first);
  const release = first.school.hold(COMPLETE);
  first.queue.start();
  await vi.waitFor(() => expect(first.calls()).toEqual(["1/complete"]));
  second.queue.start();
  expect(await second.queue.enqueue("complete", 2, 1)).toBe("waiting");
  release();
  await vi.waitFor(() => expect(second.outcomes).toContain("complete 2 sent"));
  expect(second.outcomes).toContain("complete 1 sent");
  expect(first.calls()).toEqual(["1/complete", "2/complete"]);
  expect([...second.progress.state.completed].toSorted()).toEqual([1, 2]);
  expect(second.progress.state.queued.size).toBe(0);
});

test.each([
  "",
  "{",
  '{"id":"x"}',
  '{"id":"a","time":1,"call":"delete","lessonId":1,"packageId":1}',
  '{"id":"another","time":1,"call":"complete","lessonId":1,"packageId":1}',
])("damaged storage is dropped without losing other writes: %j", async (raw) => {
  const before = await offline([2]);
  const place = before.kept()[0]?.replace(/[^/]*$/, "");
  before.machine.storage.set(`${place}a`, raw);
  before.machine.storage.set(`${place}undefined`, "null");
  const after = await nextVisit(before);
  after.queue.start();
  await vi.waitFor(() => expect(after.kept()).toEqual([]));
  expect(after.calls()).toEqual(["2/complete"]);
});

const refuse = async () => {
  const opened = await openQueue();
  opened.school.answer(COMPLETE, () => opened.school.refusal(403, "lesson/not_active"));
  return opened;
};

test("a write that the school refuses for good is set aside and shown, and does not block later writes", async () => {
  const { app, queue, school, calls, outcomes } = await refuse();
  school.network.up = false;
  for (const lesson of [1, 2]) await queue.enqueue("complete", lesson, 1);
  school.network.up = true;
  queue.start();
  await vi.waitFor(() => expect(outcomes).toContain("complete 2 sent"));
  expect(calls()).toEqual(["1/complete", "2/complete"]);
  const refused = { status: 403, code: "lesson/not_active" };
  expect(queue.state.refused).toMatchObject([{ lessonId: 1, refused }]);
  const { complete } = refusedWriteAlerts;
  expect(app.alerts.state.list.at(-1)).toMatchObject(complete);
});

test("a write that the school refuses for good is shown again at the next visit, is not sent again, and is removed once it is dismissed", async () => {
  const before = await refuse();
  expect(await before.queue.enqueue("complete", 1, 1)).toBe("refused");
  const after = await nextVisit(before);
  after.queue.start();
  expect(after.queue.state.refused).toHaveLength(1);
  await settle();
  expect(after.calls()).toEqual(["1/complete"]);
  after.queue.dismiss(after.queue.state.refused[0]?.id ?? "");
  expect(after.queue.state.refused).toEqual([]);
  expect(after.kept()).toEqual([]);
});

test("a write that the school refuses for good can be tried again, and is shown once, however often it is refused", async () => {
  const { queue, school } = await refuse();
  await queue.enqueue("complete", 1, 1);
  expect(await queue.enqueue("complete", 1, 1)).toBe("refused");
  expect(queue.state.refused).toHaveLength(1);
  school.usual(COMPLETE);
  expect(await queue.enqueue("complete", 1, 1)).toBe("sent");
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const status =
  (code: number, headers = {}) =>
  () =>
    new Response("", { status: code, headers });

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
