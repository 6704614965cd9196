import { type CliOptions, createVitest, type Vitest } from "vitest/node";
import config from "../../tests/vitest.config.ts";
import { root } from "../test/run-command.ts";
import type { Answer, FileRecord, Order } from "./messages.ts";
import { TestProcess } from "./test-process.ts";

/** A project of `tests/vitest.config.ts`. */
export type Project = "unit" | "unit-dom" | "adapters" | "server" | "faults" | "components-preact";

const configOf = (name: Project) => {
  for (const project of config.test?.projects ?? []) {
    if (typeof project === "object" && "test" in project && project.test?.name === name) {
      return project;
    }
  }
  throw new Error(`tests/vitest.config.ts has no project ${name}`);
};

/** What one test file may take without a mutant. */
const RECORD_MS = 600_000;

/** No answer in time. */
export class NoAnswer extends Error {}

/** Vitest with the instrumented code and one test process, which is started again when it hangs. */
export class TestBench {
  readonly #vitest: Vitest;
  /** Answers that nobody has taken yet. */
  #answers: Answer[] = [];
  #wake: () => void = () => undefined;
  #process: TestProcess | null = null;
  #run: Promise<unknown> | null = null;

  private constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  /**
   * @param code the instrumented code by absolute path
   */
  static async open(name: Project, code: ReadonlyMap<string, string>): Promise<TestBench> {
    const { resolve, test } = configOf(name);
    const { include, exclude, environment, server, provide } = test ?? {};
    let bench: TestBench | null = null;
    const options: CliOptions = {
      config: false,
      root,
      include,
      ...(exclude && { exclude }),
      environment,
      server,
      provide,
      watch: false,
      isolate: false,
      // Kept modules would come without the mutants, or with those of an earlier run.
      fsModuleCache: false,
      maxWorkers: 1,
      reporters: [{}],
      disableConsoleIntercept: true,
      testTimeout: 60_000,
      pool: {
        name: "mutation",
        createPoolWorker: (poolOptions) => {
          const started = new TestProcess(poolOptions, (answer) => {
            if (bench) bench.#take(answer);
          });
          if (bench) bench.#process = started;
          return started;
        },
      },
    };
    const vitest = await createVitest(options, {
      resolve,
      plugins: [
        {
          name: "mutants",
          enforce: "pre",
          transform(_code, id) {
            const instrumented = code.get(id.replace(/\?.*$/, ""));
            return instrumented === undefined ? null : { code: instrumented, map: null };
          },
        },
      ],
    });
    bench = new TestBench(vitest);
    return bench;
  }

  /** Absolute paths of the test files whose paths contain one of the words; none: of all. */
  async files(words: readonly string[]): Promise<string[]> {
    const specifications = await this.#vitest.globTestSpecifications([...words]);
    return specifications.map(({ moduleId }) => moduleId).sort();
  }

  #take(answer: Answer): void {
    this.#answers.push(answer);
    this.#wake();
  }

  async #next(milliseconds: number): Promise<Answer> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#wake();
    }, milliseconds);
    try {
      for (;;) {
        const answer = this.#answers.shift();
        if (answer) return answer;
        if (late) throw new NoAnswer("The test process does not answer");
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #started(): Promise<TestProcess> {
    if (this.#process && this.#run) return this.#process;
    // One file starts one process, which then runs whatever it is told.
    const [any] = await this.#vitest.globTestSpecifications();
    if (!any) throw new Error("The project has no test files");
    this.#answers = [];
    this.#run = this.#vitest.runTestSpecifications([any]).catch(() => undefined);
    await this.#next(120_000);
    if (!this.#process) throw new Error("Vitest started no test process");
    return this.#process;
  }

  async #order(order: Order, milliseconds: number): Promise<Answer> {
    const process = await this.#started();
    process.order(order);
    return this.#next(milliseconds);
  }

  /** Runs test files without a mutant. */
  async record(files: readonly string[], onFile: (record: FileRecord) => void): Promise<void> {
    let answer = await this.#order({ kind: "dry-run", files }, RECORD_MS);
    while (answer.kind === "file") {
      onFile(answer.record);
      answer = await this.#next(RECORD_MS);
    }
  }

  /**
   * Runs tests with a mutant.
   * @throws NoAnswer after the time limit; the next order starts a new process
   */
  async test(order: Extract<Order, { kind: "mutant" }>, milliseconds: number) {
    try {
      const answer = await this.#order(order, milliseconds);
      if (answer.kind !== "tested") throw new Error(`Unexpected answer: ${answer.kind}`);
      return answer.failure;
    } catch (error) {
      await this.restart();
      throw error;
    }
  }

  /** Ends the test process; the next order starts a new one. */
  async restart(): Promise<void> {
    this.#process?.kill();
    await this.#run;
    this.#process = null;
    this.#run = null;
  }

  async close(): Promise<void> {
    await this.restart();
    await this.#vitest.close();
  }
}
