import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** What one question to a thread may cost. */
export interface ThreadLimits {
  readonly megabytes: number;
  readonly seconds: number;
}

/** A question needed more than its limits, and its thread was ended. */
export class ThreadLimitError extends Error {
  readonly kind: "too-large" | "too-slow";

  constructor(kind: "too-large" | "too-slow", message: string = kind) {
    super(message);
    this.kind = kind;
  }
}

/** How often the memory of the thread is looked at. A thread needs this long for some megabytes. */
const WATCH_MS = 20;
/** An idle thread keeps its memory for the next question as long as this. */
const IDLE_MS = 60_000;

/** Heap and buffers of a thread, in bytes; 0 while it starts or ends. */
const memoryOf = async (worker: Worker): Promise<number> => {
  const statistics = await worker.getHeapStatistics().catch(() => null);
  return statistics ? statistics.used_heap_size + statistics.external_memory : 0;
};

/** Rejects when the thread needs too much memory or time. */
const watch = async (
  worker: Worker,
  { megabytes, seconds }: ThreadLimits,
  signal: AbortSignal,
): Promise<never> => {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await sleep(WATCH_MS, undefined, { signal });
    if ((await memoryOf(worker)) > megabytes * 1024 * 1024) throw new ThreadLimitError("too-large");
  }
  throw new ThreadLimitError("too-slow");
};

const errorOf = (reason: unknown): unknown =>
  reason instanceof Error && "code" in reason && reason.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? new ThreadLimitError("too-large", reason.message)
    : reason;

const answerOf = async (worker: Worker, signal: AbortSignal): Promise<unknown> => {
  const [answer] = await once(worker, "message", { signal });
  return answer;
};

const endOf = async (worker: Worker, signal: AbortSignal): Promise<never> => {
  await once(worker, "exit", { signal });
  throw new Error("The thread has ended");
};

/**
 * A thread for work whose memory and time depend on what somebody has sent. It starts with the first question,
 * and one that breaks the limits ends it; the next question starts another one. Ask one question at a time.
 * @param program answers each message with one message
 */
export const createLimitedThread = (program: URL) => {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  /** @throws ThreadLimitError */
  const ask = async (
    question: unknown,
    limits: ThreadLimits,
    transfer: Parameters<Worker["postMessage"]>[1] = [],
  ): Promise<unknown> => {
    clearTimeout(idle);
    worker ??= new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
      // What libraries say about damaged files is of no use in the log.
      stdout: true,
      stderr: true,
    });
    const present = worker;
    present.ref();
    const done = new AbortController();
    try {
      const { signal } = done;
      const ends = [answerOf(present, signal), endOf(present, signal)];
      present.postMessage(question, transfer);
      return await Promise.race([...ends, watch(present, limits, signal)]);
    } catch (reason) {
      await end();
      throw errorOf(reason);
    } finally {
      done.abort();
      // An idle thread must not keep the process.
      present.unref();
      idle = setTimeout(end, IDLE_MS).unref();
    }
  };

  return { ask, end };
};
