import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import { putComplete, putSession } from "../contract/progress.ts";
import { type Id, id } from "../contract/wire.ts";
import {
  classifyStatus,
  inOrder,
  isWorthQueueing,
  type Write,
  waitBeforeRetry,
} from "../domain/queue.ts";
import { uuid } from "../lib/uuid.ts";
import type { Clock, KeyValue, RandomHex, Tabs } from "../platform/ports.ts";
import type { Send } from "../transport/transport.ts";
import { createStored } from "./stored.ts";

const kept = v.object({
  id: v.string(),
  time: v.number(),
  call: v.pipe(
    v.string(),
    v.check((value) => value === "session" || value === "complete"),
    v.transform((value) => value as Write["call"]),
  ),
  lessonId: id,
  packageId: id,
  /** Why the school will never take it. */
  refused: v.nullish(v.object({ status: v.number(), code: v.string() }), null),
});

type Kept = v.InferOutput<typeof kept>;
export type RefusedWrite = Kept & { refused: NonNullable<Kept["refused"]> };

const idOf = ({ id }: Kept) => id;

/** What has become of a write: `waiting` is sent again until the school has answered. */
export type Outcome = "sent" | "waiting" | "refused";

export interface QueueOptions {
  storage: KeyValue;
  tabs: Tabs;
  send: Send;
  now: Clock;
  randomHex: RandomHex;
  personId: Id;
  /**
   * Whether a completed lesson counts before the school has answered: where content does not need the
   * school, nobody waits for a network that takes a request and never answers it. Absent: no.
   */
  optimistic?: boolean;
}

/**
 * One person's signs of study on their way to the school. Each is kept on the machine until the
 * school has answered it: at least once, in order, from one tab only. One that the school refuses
 * for good is set aside until somebody has seen it.
 */
export const createQueue = (options: QueueOptions) => {
  const { storage, tabs, send, now, randomHex, personId, optimistic = false } = options;
  const prefix = `queue.v1/${encodeURIComponent(personId)}/`;
  const state = proxy({
    refused: ref<readonly RefusedWrite[]>([]),
    /** How many wait to be sent. */
    waiting: 0,
  });
  const listeners: ((write: Write, outcome: Outcome) => void)[] = [];
  /** What storage had no room for: it waits as long as the page lives. */
  const unkept = new Map<string, Kept>();
  /** Those who want to know at once what becomes of their write. */
  const asking = new Map<string, (outcome: Outcome) => void>();
  /** Writes that nothing has kept back: the school takes their time from its own clock. */
  const direct = new Set<string>();
  let waiting: readonly Kept[] = [];
  let latest = 0;
  let running = false;
  let stopped = false;
  /** Nothing gets through now, or another tab is sending. */
  let stalled = false;
  let wakeUp: () => void = () => undefined;

  const tell = (write: Kept, outcome: Outcome) => {
    asking.get(write.id)?.(outcome);
    asking.delete(write.id);
    for (const listener of listeners) listener(write, outcome);
  };

  // A key for each, so that tabs which write at the same time undo nothing of one another.
  const stored = (key: string) => createStored(storage, key, kept);

  const keep = (write: Kept) => {
    if (stored(prefix + write.id).write(write)) unkept.delete(write.id);
    else unkept.set(write.id, write);
  };

  const forget = (writeId: string) => {
    unkept.delete(writeId);
    stored(prefix + writeId).clear();
  };

  /** Looks at what storage holds now, and tells what has become of what it held before. */
  const read = (): readonly Kept[] => {
    const found = new Map(unkept);
    for (const key of tabs.keys()) {
      if (!key.startsWith(prefix)) continue;
      const write = stored(key).read();
      if (write && prefix + write.id === key) found.set(write.id, write);
      else storage.remove(key);
    }
    const before = waiting;
    const all = inOrder([...found.values()]);
    waiting = all.filter(({ refused }) => !refused);
    state.waiting = waiting.length;
    const refused = all.filter((write): write is RefusedWrite => write.refused !== null);
    if (String(refused.map(idOf)) !== String(state.refused.map(idOf))) state.refused = ref(refused);
    for (const write of waiting) {
      if (!asking.has(write.id) && !before.map(idOf).includes(write.id)) tell(write, "waiting");
    }
    for (const write of before) {
      const left = found.get(write.id);
      if (!left) tell(write, "sent");
      else if (left.refused) tell(write, "refused");
    }
    return waiting;
  };

  const stall = () => {
    stalled = true;
    for (const write of waiting) if (asking.has(write.id)) tell(write, "waiting");
  };

  const attempt = async ({ id: key, time, call, lessonId, packageId }: Write) => {
    const headers = {
      "idempotency-key": key,
      ...(!direct.delete(key) && { "x-queued-at": new Date(time).toISOString() }),
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
    // What is not even JSON does not come from the school; of its own answer only the status counts.
    return { status: failure.kind === "undecodable" && failure.json ? 200 : 0 };
  };

  const setAside = (write: Kept, status: number, code: string) => {
    // Of a lesson that is refused again and again, once is enough to see.
    for (const older of state.refused) {
      if (older.lessonId === write.lessonId && older.call === write.call) forget(older.id);
    }
    keep({ ...write, refused: { status, code } });
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
        if (outcome === "sent") forget(write.id);
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
      await sleep(waitBeforeRetry(tries, random, answer.retryAfter ?? null));
    }
  };

  const start = () => {
    if (running || stopped || read().length === 0) return;
    running = true;
    stalled = false;
    const done = () => {
      running = false;
    };
    // What was queued as the last one left has found the work still going on.
    tabs.withLock(prefix, sendAll, stall).then(() => {
      done();
      start();
    }, done);
  };

  return {
    state,

    /** Another tab may have queued or sent something. */
    look: () => void read(),

    /** What the school has not answered yet, in order. */
    writes: (): readonly Write[] => waiting,

    /** The lessons that count as complete, and that the school has not answered yet. */
    completing: (): Id[] =>
      waiting
        .filter((write) => write.call === "complete" && (optimistic || !asking.has(write.id)))
        .map(({ lessonId }) => lessonId),

    /** Those of them that could not be sent at the first try. */
    held: (): Id[] =>
      waiting
        .filter((write) => write.call === "complete" && !asking.has(write.id))
        .map(({ lessonId }) => lessonId),

    /** Sends what waits; at once, even where the next try would have been later. */
    start() {
      wakeUp();
      start();
    },

    /**
     * Keeps a sign of study, and sends it.
     * @returns what has become of it after the first try, or at once while nothing gets through
     */
    async put(call: Write["call"], lessonId: Id, packageId: Id): Promise<Outcome> {
      if (!isWorthQueueing(read(), { call, lessonId })) return "waiting";
      latest = Math.max(now(), latest + 1);
      const write = { id: uuid(randomHex), time: latest, call, lessonId, packageId, refused: null };
      if (waiting.length === 0) direct.add(write.id);
      const outcome = new Promise<Outcome>((resolve) => void asking.set(write.id, resolve));
      keep(write);
      start();
      read();
      if (stalled || stopped) stall();
      return outcome;
    },

    /** Somebody has seen that the school refused it. */
    dismiss(writeId: string) {
      forget(writeId);
      read();
    },

    /** Tells what has become of each write, for as long as the session lasts. */
    listen: (listener: (write: Write, outcome: Outcome) => void) => void listeners.push(listener),

    /** The session has ended: what waits stays until the same person signs in again. */
    stop() {
      stopped = true;
      stall();
      wakeUp();
    },
  };
};

export type Queue = ReturnType<typeof createQueue>;
