import { defineConfig, devices } from "playwright/test";
import { testFlags } from "../../scripts/browser/browser-settings.ts";
import { runtimeForThisMachine } from "../../scripts/desktop/runtimes.ts";
import { browserParts } from "../support/limits.ts";

/** Says in one skipped test that there is no runtime: each test would start a worker to say so. */
const NO_RUNTIME = "no-runtime.test.ts";

/**
 * The built desktop app in Chromium: on the stand-in for its runtime, and on the runtime itself if
 * there is one in `neutralino/bin/`.
 */
export default defineConfig({
  ...browserParts(),
  outputDir: "../../test-results/desktop",
  globalSetup: "./shared-school.ts",
  workers: 2,
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
