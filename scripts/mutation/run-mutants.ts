import { relative } from "node:path";
import { root } from "../test/run-command.ts";
import type { Mutant } from "./instrument.ts";
import type { FileRecord, SelectedTests } from "./messages.ts";
import { NoAnswer, type TestBench } from "./test-bench.ts";

export type Status =
  | "killed"
  /** The tests took too long, or the code ran in a loop that has no end. */
  | "timeout"
  | "survived"
  /** No test reaches it. */
  | "no-test";

export interface Result {
  mutant: Mutant;
  status: Status;
  /** File and name of the test that failed. */
  killer: string | null;
}

/** A new process after so many mutants, because each leaves some memory behind. */
const MUTANTS_PER_PROCESS = 400;
/** What loading the test files may take. */
const START_MS = 15_000;
/** A timer that is so late tells that the machine slept, or that this program was paused. */
const PAUSE_MS = 5000;

/** Counts the times when this program was paused: what took too long then, says nothing. */
const watchPauses = () => {
  let pauses = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last > PAUSE_MS) pauses += 1;
    last = now;
  }, 500);
  return { count: () => pauses, stop: () => clearInterval(timer) };
};

/** Which tests reach a mutant, the ones that fail first by experience in front. */
class Plan {
  readonly #records: readonly FileRecord[];
  /** How many mutants of a source file each test file has killed. */
  readonly #kills = new Map<string, number>();

  constructor(records: readonly FileRecord[]) {
    this.#records = records;
  }

  #key = (mutant: Mutant, file: string) => `${mutant.file}\n${file}`;

  /** Remembers a kill. */
  killed(mutant: Mutant, file: string): void {
    const key = this.#key(mutant, file);
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1);
  }

  testsOf(mutant: Mutant): { tests: SelectedTests[]; hits: number; slowest: number; all: number } {
    const { id } = mutant;
    let hits = 0;
    let slowest = 0;
    let all = 0;
    const found = this.#records.flatMap((record) => {
      const isShared = id in record.shared;
      const reached = record.tests.filter(
        (test) => test.failure === null && (isShared || id in test.hits),
      );
      if (reached.length === 0) return [];
      hits += record.shared[id] ?? 0;
      for (const test of reached) {
        hits += test.hits[id] ?? 0;
        slowest = Math.max(slowest, test.duration);
        all += test.duration;
      }
      const kills = this.#kills.get(this.#key(mutant, record.file)) ?? 0;
      return [{ file: record.file, ids: reached.map((test) => test.id), kills, record }];
    });
    found.sort((a, b) => b.kills - a.kills || a.record.duration - b.record.duration);
    return { tests: found.map(({ file, ids }) => ({ file, ids })), hits, slowest, all };
  }
}

/**
 * Tests each mutant with the tests that reach it.
 * @param onResult gets each result at once
 */
export const runMutants = async (
  bench: TestBench,
  records: readonly FileRecord[],
  mutants: readonly Mutant[],
  onResult: (result: Result) => void,
): Promise<void> => {
  const plan = new Plan(records.filter(({ broken }) => broken === null));
  const pauses = watchPauses();

  const testOne = async (mutant: Mutant): Promise<Result> => {
    const { tests, hits, slowest, all } = plan.testsOf(mutant);
    if (tests.length === 0) return { mutant, status: "no-test", killer: null };
    const before = pauses.count();
    const testTimeout = Math.ceil(Math.max(4000, 10 * slowest));
    try {
      const order = { kind: "mutant", id: mutant.id, maxHits: 1000 + 100 * hits } as const;
      const failure = await bench.test(
        { ...order, testTimeout, tests },
        START_MS + 2 * testTimeout + 10 * all,
      );
      if (failure === null) return { mutant, status: "survived", killer: null };
      const isTimeout = /timed out|Hit count limit/.test(failure.message);
      if (isTimeout && pauses.count() > before) return testOne(mutant);
      plan.killed(mutant, failure.file);
      return {
        mutant,
        status: isTimeout ? "timeout" : "killed",
        killer: `${relative(root, failure.file)}: ${failure.test}`,
      };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return pauses.count() > before
        ? testOne(mutant)
        : { mutant, status: "timeout", killer: null };
    }
  };

  try {
    for (const [index, mutant] of mutants.entries()) {
      if (index > 0 && index % MUTANTS_PER_PROCESS === 0) await bench.restart();
      onResult(await testOne(mutant));
    }
  } finally {
    pauses.stop();
  }
};
