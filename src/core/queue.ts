import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import { putComplete, putSession } from "../contract/progress.ts";
import { type Id, id } from "../contract/wire.ts";
import {
  classifyStatus,
  inOrder,
  isWorthQueueing,
  retryDelay,
  type Write,
} from "../domain/queue.ts";
import { uuid } from "../lib/uuid.ts";
import type { Clock, KeyValue, RandomHex, Tabs } from "../platform/ports.ts";
import type { Send } from "../transport/transport.ts";
import type { FailureAlert } from "./failure-alerts.ts";
import { createStored } from "./stored.ts";

const storedWrite = v.object({
  id: v.string(),
  time: v.number(),
  call: v.pipe(
    v.string(),
    v.check((value) => value === "session" || value === "complete"),
    v.transform((value) => value as Write["call"]),
  ),
  lessonId: id,
  packageId: id,
  /** Why the school will never accept it; null if it has not refused it. */
  refused: v.nullish(v.object({ status: v.number(), code: v.string() }), null),
});

type StoredWrite = v.InferOutput<typeof storedWrite>;
export type RefusedWrite = StoredWrite & { refused: NonNullable<StoredWrite["refused"]> };

const idOf = ({ id }: StoredWrite) => id;

/** The result of a write so far: one that is `waiting` is sent again until the school answers. */
export type Outcome = "sent" | "waiting" | "refused";

interface QueueOptions {
  storage: KeyValue;
  tabs: Tabs;
  send: Send;
  now: Clock;
  randomHex: RandomHex;
  personId: Id;
  /**
   * Whether a completed lesson counts before the school has answered. The hybrid app's content does
   * not need the school, so a network that never answers must not hold a student up.
   */
  optimistic: boolean;
}

/**
 * The queue of one person's progress writes. Each write is stored on this machine until the school
 * has answered it. Writes are sent at least once, in order, and from one tab only. A write that the
 * school refuses for good is set aside until the person dismisses it.
 */
export const createQueue = (options: QueueOptions) => {
  const { storage, tabs, send, now, randomHex, personId, optimistic } = options;
  const prefix = `queue.v1/${encodeURIComponent(personId)}/`;
  const state = proxy({
    refused: ref<readonly RefusedWrite[]>([]),
    /** The number of writes that wait to be sent. */
    waiting: 0,
  });
  const listeners: ((write: Write, outcome: Outcome) => void)[] = [];
  /** Writes that the storage did not accept. They live as long as the page. */
  const unstored = new Map<string, StoredWrite>();
  /** Resolves the promise of `enqueue`, by the id of the write. */
  const callers = new Map<string, (outcome: Outcome) => void>();
  /** Writes that are sent without a delay, for which the school uses its own clock. */
  const undelayed = new Set<string>();
  let waiting: readonly StoredWrite[] = [];
  let latest = 0;
  let running = false;
  let stopped = false;
  /** Whether the school cannot be reached, or another tab is sending. */
  let stalled = false;
  let wakeUp: () => void = () => undefined;

  const notify = (write: StoredWrite, outcome: Outcome) => {
    callers.get(write.id)?.(outcome);
    callers.delete(write.id);
    for (const listener of listeners) listener(write, outcome);
  };

  // Each write has its own key, so that tabs that write at the same time do not overwrite each
  // other.
  const stored = (key: string) => createStored(storage, key, storedWrite);

  const store = (write: StoredWrite) => {
    if (stored(prefix + write.id).write(write)) unstored.delete(write.id);
    else unstored.set(write.id, write);
  };

  const discard = (writeId: string) => {
    unstored.delete(writeId);
    stored(prefix + writeId).clear();
  };

  /** Reads the storage, and notifies about writes that have changed since the last read. */
  const read = (): readonly StoredWrite[] => {
    const writes = new Map(unstored);
    for (const key of tabs.keys()) {
      if (!key.startsWith(prefix)) continue;
      const write = stored(key).read();
      if (write && prefix + write.id === key) writes.set(write.id, write);
      else storage.remove(key);
    }
    const before = waiting;
    const all = inOrder([...writes.values()]);
    waiting = all.filter(({ refused }) => !refused);
    state.waiting = waiting.length;
    const refused = all.filter((write): write is RefusedWrite => write.refused !== null);
    if (String(refused.map(idOf)) !== String(state.refused.map(idOf))) state.refused = ref(refused);
    for (const write of waiting) {
      if (!callers.has(write.id) && !before.map(idOf).includes(write.id)) notify(write, "waiting");
    }
    for (const write of before) {
      const left = writes.get(write.id);
      if (!left) notify(write, "sent");
      else if (left.refused) notify(write, "refused");
    }
    return waiting;
  };

  const stall = () => {
    stalled = true;
    for (const write of waiting) if (callers.has(write.id)) notify(write, "waiting");
  };

  const attempt = async ({ id: key, time, call, lessonId, packageId }: Write) => {
    const headers = {
      "idempotency-key": key,
      ...(!undelayed.delete(key) && { "x-queued-at": new Date(time).toISOString() }),
    };
    const params = { lessonId };
    const answer =
      call === "complete"
        ? await send(putComplete, { params, headers, body: { package_id: packageId } })
        : await send(putSession, {
            params,
            headers,
            body: { lesson_id: lessonId, package_id: packageId },
          });
    if (answer.ok) return { status: 200 };
    const { failure } = answer;
    if (failure.kind === "refused") return failure;
    // An answer that is no JSON does not come from the school. Of any other only the status counts.
    return { status: failure.kind === "undecodable" && failure.json ? 200 : 0 };
  };

  const setAside = (write: StoredWrite, status: number, code: string) => {
    // Only the latest refusal for each lesson and call is shown.
    for (const older of state.refused) {
      if (older.lessonId === write.lessonId && older.call === write.call) discard(older.id);
    }
    store({ ...write, refused: { status, code } });
  };

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      wakeUp = resolve;
      setTimeout(resolve, milliseconds);
    });

  const sendAll = async () => {
    let tries = 0;
    stalled = false;
    while (!stopped) {
      const [write] = read();
      if (!write) return;
      const answer: { status: number; code?: string; retryAfter?: number | null } =
        await attempt(write);
      const outcome = classifyStatus(answer.status);
      if (outcome === "sent" || outcome === "refused") {
        if (outcome === "sent") discard(write.id);
        else setAside(write, answer.status, answer.code ?? "");
        tries = 0;
        stalled = false;
        continue;
      }
      stall();
      if (outcome === "held") stopped = true;
      if (stopped) return;
      tries += 1;
      const random = Number.parseInt(randomHex(2), 16) / 0xffff;
      await sleep(retryDelay(tries, random, answer.retryAfter ?? null));
    }
  };

  const start = () => {
    if (running || stopped || read().length === 0) return;
    running = true;
    stalled = false;
    const done = () => {
      running = false;
    };
    // A write that was queued while the last one was being sent did not start the queue.
    tabs.withLock(prefix, sendAll, stall).then(() => {
      done();
      start();
    }, done);
  };

  return {
    state,

    /** Reads the storage again, because another tab may have queued or sent a write. */
    reread: () => void read(),

    /** The writes that the school has not answered yet, in order. */
    writes: (): readonly Write[] => waiting,

    /** The lessons that count as completed and whose completion is still in the queue. */
    pendingCompletions: (): Id[] =>
      waiting
        .filter((write) => write.call === "complete" && (optimistic || !callers.has(write.id)))
        .map(({ lessonId }) => lessonId),

    /** The pending completions that could not be sent at the first try. */
    delayedCompletions: (): Id[] =>
      waiting
        .filter((write) => write.call === "complete" && !callers.has(write.id))
        .map(({ lessonId }) => lessonId),

    /** Sends the waiting writes now, without waiting for the next retry. */
    start() {
      wakeUp();
      start();
    },

    /**
     * Stores a write, and sends it.
     * @returns the result of the first try; `waiting` at once while the school cannot be reached
     */
    async enqueue(call: Write["call"], lessonId: Id, packageId: Id): Promise<Outcome> {
      if (!isWorthQueueing(read(), { call, lessonId })) return "waiting";
      latest = Math.max(now(), latest + 1);
      const write = { id: uuid(randomHex), time: latest, call, lessonId, packageId, refused: null };
      if (waiting.length === 0) undelayed.add(write.id);
      const outcome = new Promise<Outcome>((resolve) => void callers.set(write.id, resolve));
      store(write);
      start();
      read();
      if (stalled || stopped) stall();
      return outcome;
    },

    /** Removes a refused write, because the person has seen it. */
    dismiss(writeId: string) {
      discard(writeId);
      read();
    },

    /** Calls the listener for each result of a write, until the session ends. */
    onOutcome: (listener: (write: Write, outcome: Outcome) => void) =>
      void listeners.push(listener),

    /** Call it when the session ends. Waiting writes stay until the same person signs in again. */
    stop() {
      stopped = true;
      stall();
      wakeUp();
    },
  };
};

export type Queue = ReturnType<typeof createQueue>;

const refused = { tone: "error", text: "lesson.not-accepted", seconds: 20 } as const;

/** The alerts for a write that the school has refused for good. */
export const refusedWriteAlerts = {
  complete: { ...refused, title: "lesson.complete-failed" },
  session: { ...refused, title: "lesson.session-failed" },
} as const satisfies Record<Write["call"], FailureAlert>;
