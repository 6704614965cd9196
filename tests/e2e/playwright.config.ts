import { defineConfig, devices } from "playwright/test";
import { chromiumFlags } from "../../scripts/browser/chromium-flags.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes at the second attempt has found something all the same.
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { executablePath: process.env.CHROMIUM, args: [...chromiumFlags] },
    trace: "retain-on-failure",
    locale: "en-US",
  },
  projects: [{ name: "preact" }, { name: "react" }],
});
