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

/** The folders of tests that Playwright runs: the web app, on Preact and on React; the desktop app. */
export const playwrightParts = ["e2e", "desktop"] as const;
export type PlaywrightPart = (typeof playwrightParts)[number];

/** Runs one part of the tests in the browser. A runner that breaks is a failure. */
export const runPlaywright = async (part: PlaywrightPart): Promise<Tally> => {
  const run = (file: string, args: string[], env: Record<string, string>) =>
    runNode(
      [
        "node_modules/playwright/cli.js",
        "test",
        `--config=tests/${part}/playwright.config.ts`,
        ...args,
      ],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
    );
  const folder = mkdtempSync(join(tmpdir(), "learning-space-playwright-"));
  const file = join(folder, "report.json");
  const report = () => JSON.parse(readFileSync(file, "utf8")) as Report;
  try {
    const chromium = findChromium();
    if (chromium === null) {
      await run(file, ["--list", "--reporter=json"], {});
      return tally(part, {
        skipped: testsIn(report().suites),
        notes: ["skipped: there is no Chromium on this machine, and none could be fetched"],
      });
    }
    const ending = await run(file, ["--reporter=list,json"], { CHROMIUM: chromium });
    if ("broken" in ending) return tally(part, { failed: 1, notes: [ending.broken] });
    const { errors, stats } = report();
    const result = tally(part, {
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
    return tally(part, { failed: 1, notes: [`no report: ${String(error)}`] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
