import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "../browser/find-chromium.ts";
import { runNode } from "./run-command.ts";
import { type Tally, tally } from "./tally.ts";

interface Report {
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
}
interface Suite {
  specs: { tests: unknown[] }[];
  suites?: Suite[];
}

const testsIn = (suites: readonly Suite[]): number =>
  suites.reduce(
    (total, { specs, suites: inner }) =>
      total + specs.reduce((sum, { tests }) => sum + tests.length, 0) + testsIn(inner ?? []),
    0,
  );

const run = async (file: string, args: string[], env: Record<string, string>) =>
  runNode(
    ["node_modules/playwright/cli.js", "test", "--config=tests/e2e/playwright.config.ts", ...args],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );

/** Runs the tests in the browser, on Preact and on React. A runner that breaks is a failure. */
export const runPlaywright = async (): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), "learning-space-playwright-"));
  const file = join(folder, "report.json");
  const report = () => JSON.parse(readFileSync(file, "utf8")) as Report;
  try {
    const chromium = findChromium();
    if (chromium === null) {
      await run(file, ["--list", "--reporter=json"], {});
      return tally("e2e", {
        skipped: testsIn(report().suites),
        notes: ["skipped: there is no Chromium on this machine, and none could be fetched"],
      });
    }
    const ending = await run(file, ["--reporter=list,json"], { CHROMIUM: chromium });
    if ("broken" in ending) return tally("e2e", { failed: 1, notes: [ending.broken] });
    const { errors, stats } = report();
    const result = tally("e2e", {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
      notes: [
        ...errors.map(({ message }) => message?.split("\n")[0] ?? "an error outside any test"),
        ...(stats.flaky > 0 ? [`${stats.flaky} passed at the second attempt only, see above`] : []),
      ],
    });
    if (ending.code !== 0 && result.failed === 0) {
      result.failed = 1;
      result.notes.push("an error outside any test, see above");
    }
    return result;
  } catch (error) {
    return tally("e2e", { failed: 1, notes: [`no report: ${String(error)}`] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
