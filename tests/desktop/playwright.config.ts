import { defineConfig, devices } from "playwright/test";
import { testFlags } from "../../scripts/browser/browser-settings.ts";
import { runtimeForThisMachine } from "../../scripts/desktop/runtimes.ts";
import { testLimitMs, waitLimitMs } from "../support/limits.ts";

/** Says in one skipped test that there is no runtime: each test would start a worker to say so. */
const NO_RUNTIME = "no-runtime.test.ts";

/**
 * The built desktop app in Chromium: on the stand-in for its runtime, and on the runtime itself if
 * there is one in `neutralino/bin/`.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/desktop",
  globalSetup: "./shared-school.ts",
  fullyParallel: true,
  forbidOnly: true,
  // A test can fail on a loaded machine without a defect; one that passes at the second attempt is
  // named in the count.
  retries: 1,
  workers: 2,
  timeout: testLimitMs(),
  expect: { timeout: waitLimitMs() },
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { executablePath: process.env.CHROMIUM, args: [...testFlags] },
    trace: "on-first-retry",
    locale: "en-US",
  },
  projects: [
    // Moves nothing, which saves time.
    {
      name: "stand-in",
      testIgnore: ["packages/**", NO_RUNTIME],
      use: { contextOptions: { reducedMotion: "reduce" } },
    },
    // What a window or a person does to it only the stand-in can be told.
    runtimeForThisMachine() === null
      ? { name: "runtime", testMatch: NO_RUNTIME }
      : { name: "runtime", testIgnore: ["packages/**", "stand-in/**", NO_RUNTIME] },
    // What is built and packed is the same for both.
    { name: "packages", testMatch: "packages/**/*.test.ts" },
  ],
});
