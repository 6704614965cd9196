import { defineConfig } from "playwright/test";
import { testLimitMs, waitLimitMs } from "../support/limits.ts";

/** Tests in WebKitGTK. Playwright runs them; the browser is driven through WebDriver. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/webkit",
  globalSetup: "../desktop/shared-school.ts",
  fullyParallel: true,
  forbidOnly: true,
  // A test can fail on a loaded machine without a defect; one that passes at the second attempt is
  // named in the count.
  retries: 1,
  workers: 2,
  timeout: testLimitMs(),
  expect: { timeout: waitLimitMs() },
  projects: [{ name: "webkit" }],
});
