import type { Id } from "../contract/wire.ts";

/** A progress write that waits to be sent to the school. */
export interface Write {
  /** The `Idempotency-Key`: the school applies a repeated write once. */
  readonly id: string;
  /** The time of the study, in milliseconds since 1970. */
  readonly time: number;
  readonly call: "session" | "complete";
  readonly lessonId: Id;
  readonly packageId: Id;
}

/**
 * What an answer means for a write. `sent`: the school has it. `again`: it must be sent again.
 * `held`: it waits until the same person signs in again. `refused`: the school will never accept
 * it.
 */
type WriteStatus = "sent" | "again" | "held" | "refused";

/** Statuses below 500 after which a request may succeed later. */
const TRANSIENT = [408, 425, 429];

/** What the status of an answer means for a write. @param status 0 if no answer came */
export const classifyStatus = (status: number): WriteStatus => {
  if (status >= 200 && status < 300) return "sent";
  if (status === 401) return "held";
  return status >= 400 && status < 500 && !TRANSIENT.includes(status) ? "refused" : "again";
};

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 5 * 60_000;

/**
 * The delay before the next try, in milliseconds. It doubles with each try. A random part spreads
 * the retries of all clients, so that they do not overload a school that is available again.
 * @param tries so far, from 1
 * @param random from 0 to 1
 * @param retryAfter seconds from the `Retry-After` header
 */
export const retryDelay = (tries: number, random: number, retryAfter: number | null): number => {
  const most = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MAX_WAIT_MS);
  return (retryAfter ?? 0) * 1000 + (most * (1 + random)) / 2;
};

/** Sorts writes by time. At the same time a `session` comes before a `complete`. */
export const inOrder = <Each extends Write>(writes: readonly Each[]): Each[] =>
  writes.toSorted((a, b) => a.time - b.time || (a.call < b.call ? 1 : -1));

/** The queue gets one `session` write a minute; beyond this number they are dropped. */
const MAX_WAITING_WRITES = 500;

/** Whether a write has to be queued: false for a repeated `complete`, or if the queue is full. */
export const isWorthQueueing = (
  waiting: readonly Write[],
  write: Pick<Write, "call" | "lessonId">,
): boolean =>
  write.call === "complete"
    ? !waiting.some((each) => each.call === "complete" && each.lessonId === write.lessonId)
    : waiting.length < MAX_WAITING_WRITES;
