import { fork } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
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

/** A thread or process that answers each message with one message. */
interface Program {
  readonly events: EventEmitter;
  readonly send: (question: unknown, transfer: Transfer) => void;
  /** What it holds, in bytes; 0 while it starts or ends, and of a process where the system does not tell. */
  readonly memory: () => Promise<number>;
  readonly end: () => Promise<unknown>;
  /** Whether it keeps the process that has started it. */
  readonly hold: (isHeld: boolean) => void;
}

type Transfer = Parameters<Worker["postMessage"]>[1];

const startThread = (program: URL, { megabytes }: ThreadLimits): Program => {
  const worker = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // What libraries say about damaged files is of no use in the log.
    stdout: true,
    stderr: true,
  });
  return {
    events: worker,
    send: (question, transfer) => worker.postMessage(question, transfer),
    memory: async () => {
      const statistics = await worker.getHeapStatistics().catch(() => null);
      return statistics ? statistics.used_heap_size + statistics.external_memory : 0;
    },
    end: () => worker.terminate(),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
};

/** The resident memory of a process, in bytes; 0 where Linux does not tell. */
const residentMemory = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
};

const startProcess = (program: URL, { megabytes }: ThreadLimits): Program => {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  return {
    events: child,
    send: (question) => child.send(question as object, () => {}),
    memory: () => residentMemory(child.pid),
    end: () => {
      child.kill("SIGKILL");
      return exited;
    },
    hold: (isHeld) => {
      for (const each of [child, child.channel]) isHeld ? each?.ref() : each?.unref();
    },
  };
};

/** Rejects when it needs too much memory or time. */
const watch = async (
  { memory }: Program,
  { megabytes, seconds }: ThreadLimits,
  signal: AbortSignal,
): Promise<never> => {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await sleep(WATCH_MS, undefined, { signal });
    if ((await memory()) > megabytes * 1024 * 1024) throw new ThreadLimitError("too-large");
  }
  throw new ThreadLimitError("too-slow");
};

const errorOf = (reason: unknown): unknown =>
  reason instanceof Error && "code" in reason && reason.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? new ThreadLimitError("too-large", reason.message)
    : reason;

const answerOf = async ({ events }: Program, signal: AbortSignal): Promise<unknown> => {
  const [answer] = await once(events, "message", { signal });
  return answer;
};

const endOf = async ({ events }: Program, signal: AbortSignal): Promise<never> => {
  const [, killedBy] = await once(events, "exit", { signal });
  // By the system, for its memory, or by a library that could go on no more.
  if (killedBy) throw new ThreadLimitError("too-large", `Ended by ${killedBy}`);
  throw new Error("The thread has ended");
};

const createLimited = (start: (limits: ThreadLimits) => Program, idleMs: number) => {
  let program: Program | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = program;
    program = null;
    await ending?.end();
  };

  const begin = (limits: ThreadLimits): Program => {
    const begun = start(limits);
    // It may also end while nobody asks.
    const forget = () => {
      if (program === begun) program = null;
    };
    begun.events.on("error", forget).on("exit", forget);
    return begun;
  };

  /** @throws ThreadLimitError */
  const ask = async (
    question: unknown,
    limits: ThreadLimits,
    transfer: Transfer = [],
  ): Promise<unknown> => {
    clearTimeout(idle);
    program ??= begin(limits);
    const present = program;
    present.hold(true);
    const done = new AbortController();
    try {
      const { signal } = done;
      const ends = [answerOf(present, signal), endOf(present, signal)];
      present.send(question, transfer);
      return await Promise.race([...ends, watch(present, limits, signal)]);
    } catch (reason) {
      await end();
      throw errorOf(reason);
    } finally {
      done.abort();
      // What is idle must not keep the process.
      present.hold(false);
      idle = setTimeout(end, idleMs).unref();
    }
  };

  return { ask, end };
};

/**
 * A thread for work whose memory and time depend on what somebody has sent. It starts with the first question,
 * and one that breaks the limits ends it; the next question starts another one. Ask one question at a time.
 * @param program answers each message with one message
 * @param idleMs how long it waits for the next question
 */
export const createLimitedThread = (program: URL, idleMs = IDLE_MS) =>
  createLimited((limits) => startThread(program, limits), idleMs);

/**
 * The same as a process, which is killed at its limits: work of a binary library goes on in a thread that was ended,
 * and what breaks the library breaks the process. Its memory is all that it holds, with its program and its libraries;
 * where the system does not tell that, its heap alone is limited.
 */
export const createLimitedProcess = (program: URL) =>
  createLimited((limits) => startProcess(program, limits), IDLE_MS);

/** Answers the questions in such a process. Its program calls this once. */
export const answerQuestions = <Question>(
  answer: (question: Question) => Promise<object>,
): void => {
  // The server has gone. Work of a library would hold up an exit.
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  // A terminal and systemd signal all processes of a service. The server, which knows that it closes, ends this one.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("message", async (question: Question) => process.send?.(await answer(question)));
};
