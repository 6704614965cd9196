import { defineConfig } from "playwright/test";
import { browserParts } from "../support/limits.ts";

/** Tests in WebKitGTK. Playwright runs them; the browser is driven through WebDriver. */
export default defineConfig({
  ...browserParts(),
  outputDir: "../../test-results/webkit",
  globalSetup: "../desktop/shared-school.ts",
  workers: 2,
  projects: [{ name: "webkit" }],
});
