// Runs in a process of its own, as a Vitest worker that stays: it runs the same tests again for each
// mutant, without a new process and without new transforms.
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { type RunnerTask, type RunnerTestFile, vi, type WorkerGlobalState } from "vitest";
import { init, runBaseTests, setupEnvironment } from "vitest/worker";
import {
  type Answer,
  type Failure,
  type FileRecord,
  type Order,
  type SelectedTests,
  unwrap,
  wrap,
} from "./messages.ts";
import { strykerGlobal } from "./stryker-global.ts";

type Traces = Parameters<typeof runBaseTests>[2];
type Rpc = WorkerGlobalState["rpc"];

// Tests may replace these.
const send = process.send?.bind(process) ?? (() => undefined);
const onMessage = process.on.bind(process);
const offMessage = process.off.bind(process);
const answer = (message: Answer) => send(wrap(message));

const COVERAGE_RUNNER = fileURLToPath(new URL("coverage-runner.ts", import.meta.url));

/** What Vitest reports about a run of test files. */
class Outcome {
  readonly files: RunnerTestFile[] = [];
  readonly failures = new Map<string, string>();
  unhandled: string | null = null;

  names(): Map<string, string> {
    const names = new Map<string, string>();
    const visit = (task: RunnerTask, prefix: string) => {
      const name = task.type === "test" || task.name ? `${prefix}${task.name}` : prefix;
      names.set(task.id, name);
      if (task.type === "suite") for (const child of task.tasks) visit(child, `${name} > `);
    };
    for (const file of this.files) {
      names.set(file.id, file.name);
      for (const task of file.tasks) visit(task, "");
    }
    return names;
  }

  /** The first failure, or null. */
  failure(file: string): Failure | null {
    const names = this.names();
    for (const [id, message] of this.failures) {
      return { file, test: names.get(id) ?? id, message };
    }
    return this.unhandled === null
      ? null
      : { file, test: "outside a test", message: this.unhandled };
  }
}

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error);

/** Keeps Vitest's reports here, and remembers modules: sources do not change during a run. */
const localRpc = (rpc: Rpc, outcome: () => Outcome): Rpc => {
  const fetched = new Map<string, Promise<unknown>>();
  const local: Partial<Record<keyof Rpc, unknown>> = {
    fetch: async (...args: Parameters<Rpc["fetch"]>) => {
      const [id, importer, environment, options] = args;
      const key = JSON.stringify([id, importer, environment]);
      const before = fetched.get(key);
      if (before) return options?.cached ? { cache: true } : before;
      const result = rpc.fetch(id, importer, environment, { ...options, cached: false });
      fetched.set(key, result);
      return result;
    },
    onCollected: async (files: RunnerTestFile[]) => {
      outcome().files.push(...files);
      for (const { id, result } of files) {
        const [error] = result?.errors ?? [];
        if (error) outcome().failures.set(id, messageOf(error));
      }
    },
    onTaskUpdate: async (packs: Parameters<Rpc["onTaskUpdate"]>[0]) => {
      for (const [id, result] of packs) {
        const [error] = result?.errors ?? [];
        if (result?.state === "fail" && error) outcome().failures.set(id, messageOf(error));
      }
    },
    onUnhandledError: async (error: unknown) => {
      outcome().unhandled ??= messageOf(error);
    },
    onQueued: async () => undefined,
    onUserConsoleLog: async () => undefined,
    onAfterSuiteRun: async () => undefined,
    snapshotSaved: async () => undefined,
    onCancel: async () => undefined,
    getCountOfFailedTests: async () => 0,
  };
  return new Proxy(rpc, {
    get: (target, name, receiver) =>
      local[name as keyof Rpc] ?? Reflect.get(target, name, receiver),
  });
};

/** Remembers the globals. @returns a function that puts back those that were replaced since */
const keepGlobals = () => {
  const kept = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(
    ([, { configurable, value }]) => configurable && typeof value === "function",
  );
  return () => {
    for (const [name, descriptor] of kept) {
      const now = Object.getOwnPropertyDescriptor(globalThis, name);
      if (now?.value !== descriptor.value) Object.defineProperty(globalThis, name, descriptor);
    }
  };
};

/** Runs test files in this process, each with fresh modules. */
class Runs {
  outcome = new Outcome();
  readonly #state: WorkerGlobalState;
  readonly #traces: Traces;
  /** Hono's server, for one, replaces `Response` when it is loaded. */
  readonly #restoreGlobals: () => void;

  constructor(state: WorkerGlobalState, traces: Traces) {
    this.#state = state;
    this.#traces = traces;
    state.rpc = localRpc(state.rpc, () => this.outcome);
    // Vitest evaluates all modules again for each file of a worker that isolates.
    state.ctx.config.isolate = true;
    this.#restoreGlobals = keepGlobals();
  }

  async run(file: string, options: { ids?: readonly string[]; runner?: string; timeout: number }) {
    const { ids, runner, timeout } = options;
    const { ctx } = this.#state;
    this.outcome = new Outcome();
    const bail = runner ? 0 : 1;
    Object.assign(ctx.config, { runner, bail, testTimeout: timeout, hookTimeout: 2 * timeout });
    ctx.files = [{ filepath: file, ...(ids && { testIds: [...ids] }) }];
    await runBaseTests("run", this.#state, this.#traces);
    vi.useRealTimers();
    this.#restoreGlobals();
    return this.outcome;
  }
}

const testsIn = (tasks: readonly RunnerTask[]): RunnerTask[] =>
  tasks.flatMap((task) => (task.type === "suite" ? testsIn(task.tasks) : [task]));

/** Runs a file without a mutant. */
const record = async (runs: Runs, file: string): Promise<FileRecord> => {
  const stryker = strykerGlobal();
  const coverage = { static: {}, perTest: {} as Record<string, Record<string, number>> };
  Object.assign(stryker, {
    activeMutant: undefined,
    hitCount: undefined,
    mutantCoverage: coverage,
  });
  stryker.currentTestId = undefined;
  const start = performance.now();
  const outcome = await runs.run(file, { runner: COVERAGE_RUNNER, timeout: 120_000 });
  const names = outcome.names();
  const [collected] = outcome.files;
  return {
    file,
    duration: performance.now() - start,
    broken:
      collected === undefined
        ? "Vitest did not load it"
        : (outcome.failures.get(collected.id) ?? outcome.unhandled),
    shared: coverage.static,
    tests: testsIn(collected?.tasks ?? [])
      .filter(({ mode }) => mode === "run" || mode === "queued")
      .map(({ id, name, result }) => ({
        id,
        name: names.get(id) ?? name,
        duration: result?.duration ?? 0,
        failure: outcome.failures.get(id) ?? null,
        hits: coverage.perTest[id] ?? {},
      })),
  };
};

/** Runs tests with a mutant until the first fails. */
const testMutant = async (
  runs: Runs,
  { id, maxHits, testTimeout, tests }: Extract<Order, { kind: "mutant" }>,
): Promise<Failure | null> => {
  const stryker = strykerGlobal();
  const runOne = async ({ file, ids }: SelectedTests) => {
    Object.assign(stryker, { hitCount: 0, hitLimit: maxHits });
    return (await runs.run(file, { ids, timeout: testTimeout })).failure(file);
  };
  stryker.activeMutant = id;
  stryker.mutantCoverage = undefined;
  try {
    for (const selected of tests) {
      const failure = await runOne(selected);
      if (failure) return failure;
    }
    return null;
  } finally {
    stryker.activeMutant = undefined;
  }
};

/** Gives the orders one after the other. */
async function* orders(): AsyncGenerator<Order> {
  const waiting: Order[] = [];
  let wake = () => {};
  onMessage("message", (message) => {
    const order = unwrap<Order>(message);
    if (order) waiting.push(order);
    wake();
  });
  answer({ kind: "ready" });
  for (;;) {
    const order = waiting.shift();
    if (order) yield order;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

const work = async (state: WorkerGlobalState, traces: Traces): Promise<void> => {
  const runs = new Runs(state, traces);
  for await (const order of orders()) {
    if (order.kind === "end") return;
    if (order.kind === "mutant") {
      answer({ kind: "tested", failure: await testMutant(runs, order) });
      continue;
    }
    for (const file of order.files) {
      answer({ kind: "file", record: await record(runs, file) });
    }
    answer({ kind: "recorded" });
  }
};

type Listener = (...args: unknown[]) => void;
const listeners = new WeakMap<Listener, (message: unknown) => void>();

init({
  post: (message) => send(message),
  on: (listener: Listener) => {
    const own = (message: unknown) => {
      if (unwrap(message) === null) listener(message);
    };
    listeners.set(listener, own);
    onMessage("message", own);
  },
  off: (listener: Listener) => {
    const own = listeners.get(listener);
    if (own) offMessage("message", own);
  },
  setup: setupEnvironment,
  runTests: work,
  collectTests: () => undefined,
});
onMessage("disconnect", () => process.exit(1));
