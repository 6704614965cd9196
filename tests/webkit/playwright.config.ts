import { defineConfig } from "playwright/test";
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from "../support/limits.ts";

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
  timeout: TEST_LIMIT_MS,
  expect: { timeout: WAIT_LIMIT_MS },
  projects: [{ name: "webkit" }],
});
