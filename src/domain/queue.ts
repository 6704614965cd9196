import type { Id } from "../contract/wire.ts";

/** A sign of study on its way to the school. */
export interface Write {
  /** The `Idempotency-Key`: however often it is sent, it is applied once. */
  readonly id: string;
  /** When it was studied, in milliseconds since 1970. */
  readonly time: number;
  readonly call: "session" | "complete";
  readonly lessonId: Id;
  readonly packageId: Id;
}

/**
 * What an answer means for a write: it has arrived, it is to be sent again, it is kept until the
 * same person signs in again, or the school will never take it.
 */
export type WriteStatus = "sent" | "again" | "held" | "refused";

const PASSING = [408, 425, 429];

/** @param status of the answer; 0 when none came */
export const classifyStatus = (status: number): WriteStatus => {
  if (status >= 200 && status < 300) return "sent";
  if (status === 401) return "held";
  return status >= 400 && status < 500 && !PASSING.includes(status) ? "refused" : "again";
};

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 5 * 60_000;

/**
 * How long to wait before the next try: twice as long each time, by a different length for
 * everybody, so that a school that comes back is not run over.
 * @param tries so far, from 1
 * @param random from 0 to 1
 * @param retryAfter seconds that the school asked for
 */
export const waitBeforeRetry = (
  tries: number,
  random: number,
  retryAfter: number | null,
): number => {
  const most = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MAX_WAIT_MS);
  return (retryAfter ?? 0) * 1000 + (most * (1 + random)) / 2;
};

/** In the order of study; that a lesson is complete comes after that it was open. */
export const inOrder = <Each extends Write>(writes: readonly Each[]): Each[] =>
  writes.toSorted((a, b) => a.time - b.time || (a.call < b.call ? 1 : -1));

/** Signs that a lesson is open, one a minute: more of them only tell of a very long time away. */
const MAX_SESSION_WRITES = 500;

/** Whether a write adds anything to those that wait already. */
export const isWorthQueueing = (
  waiting: readonly Write[],
  write: Pick<Write, "call" | "lessonId">,
): boolean =>
  write.call === "complete"
    ? !waiting.some((each) => each.call === "complete" && each.lessonId === write.lessonId)
    : waiting.length < MAX_SESSION_WRITES;
