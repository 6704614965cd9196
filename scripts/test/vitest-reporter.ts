import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** The results of one test file in one project. */
export interface FileResults {
  project: string;
  file: string;
  /** From the start of loading it to its end. */
  ms: number;
  /** The file failed outside any of its tests, for example in a hook. */
  isBroken: boolean;
  tests: {
    title: string;
    state: "passed" | "failed" | "skipped" | "pending";
    /** Passed only when it was tried again. */
    isLate: boolean;
  }[];
}

const resultsOf = (module: TestModule): FileResults => {
  const tests = [...module.children.allTests()].map((test) => ({
    title: test.fullName,
    state: test.result().state,
    isLate: test.diagnostic()?.flaky ?? false,
  }));
  const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } =
    module.diagnostic();
  return {
    project: module.project.name,
    file: module.moduleId,
    ms: duration + collectDuration + environmentSetupDuration + prepareDuration + setupDuration,
    isBroken: module.state() === "failed" && !tests.some(({ state }) => state === "failed"),
    tests,
  };
};

/** The variable that names the file for the results. */
export const RESULTS_FILE = "VITEST_RESULTS_FILE";

/** Writes what Vitest's own JSON leaves out: the project of a file, and how long all of it took. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[RESULTS_FILE];
    if (file) writeFileSync(file, JSON.stringify(modules.map(resultsOf)));
  }
}
