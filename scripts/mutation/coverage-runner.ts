import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";
import { strykerGlobal } from "./stryker-global.ts";

/** Tells the instrumented code which test runs. Between tests no test is named: hooks are shared. */
export default class CoverageRunner extends TestRunner {
  override onBeforeTryTask(...args: Parameters<TestRunner["onBeforeTryTask"]>): void {
    super.onBeforeTryTask(...args);
    strykerGlobal().currentTestId = (args[0] as RunnerTestCase).id;
  }

  override async onAfterRunTask(test: RunnerTestCase): Promise<void> {
    strykerGlobal().currentTestId = undefined;
    await super.onAfterRunTask(test);
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    strykerGlobal().currentTestId = undefined;
    await super.onBeforeRunSuite(suite);
  }
}
