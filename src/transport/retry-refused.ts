import type { Call } from "../contract/call.ts";
import { createMutex } from "../lib/mutex.ts";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "./call-failure.ts";

/** How often a call is sent at most. */
const MAX_TRIES = 4;
/** Each call earns a tenth of a retry, so that retries add at most 10% to an overload that lasts. */
const EARNED = 0.1;
/** So many retries may be made at once after a quiet time: those of a screen, half of which is refused. */
const MAX_EARNED = 5;
const FIRST_WAIT_MS = 1000;
/** A school that is closed for longer gets no retry: nobody waits for a screen that long. */
const MAX_WAIT_SECONDS = 20;

type AnySend = (
  call: never,
  options?: { headers?: Record<string, string>; signal?: AbortSignal; isQuiet?: boolean },
) => Promise<Result<unknown, CallFailure>>;

interface RetryOptions {
  /** From 0 to 1. */
  random: () => number;
  sleep: (milliseconds: number) => Promise<unknown>;
  /** Called when a call has been refused again. */
  onBusy: () => void;
}

/** The seconds after which the school would like to hear again; null for every other answer. */
const secondsToWait = (answer: Result<unknown, CallFailure>): number | null => {
  if (answer.ok || answer.failure.kind !== "refused" || answer.failure.status !== 503) return null;
  const { retryAfter } = answer.failure;
  return retryAfter !== null && retryAfter <= MAX_WAIT_SECONDS ? retryAfter : null;
};

/** Whether it makes no difference that a call is sent twice. */
const isRepeatable = (
  { method }: Pick<Call, "method">,
  headers: Record<string, string> = {},
): boolean =>
  method === "GET" || Object.keys(headers).some((name) => /^idempotency-key$/i.test(name));

/**
 * Waits and sends again where a school that has too much to do refuses a call (503 with `Retry-After`).
 * The waits grow, with a random part, so that clients do not come back together. Of one path one retry is
 * under way at a time. With all retries used up, or a call that must not be repeated, the refusal is the answer.
 */
export const createRetries = ({ random, sleep, onBusy }: RetryOptions) => {
  let earned = MAX_EARNED;
  const inTurn = createMutex();

  return <Send extends AnySend>(send: Send): Send =>
    (async (call: Pick<Call, "method" | "path">, options?: Parameters<AnySend>[1]) => {
      earned = Math.min(MAX_EARNED, earned + EARNED);
      let answer = await send(call as never, options);
      for (let tries = 1; tries < MAX_TRIES; tries += 1) {
        const seconds = secondsToWait(answer);
        if (seconds === null || earned < 1 || options?.isQuiet) break;
        if (!isRepeatable(call, options?.headers)) break;
        if (tries > 1) onBusy();
        earned -= 1;
        await sleep(seconds * 1000 + random() * FIRST_WAIT_MS * 2 ** (tries - 1));
        answer = await inTurn(call.path, () => send(call as never, options));
      }
      return answer;
    }) as AnySend as Send;
};
