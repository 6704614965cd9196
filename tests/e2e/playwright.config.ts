import { defineConfig, devices } from "playwright/test";
import { chromiumFlags } from "../../scripts/browser/chromium-flags.ts";

const FIREFOX_TESTS = ["firefox/**/*.test.ts", "drawings.test.ts"];

/** Firefox does the same work in twice the time of a Chromium without a window. */
const FIREFOX_TIMEOUT = 120_000;

/** A Firefox as its makers release it, without Playwright's changes. */
const firefox = { ...devices["Desktop Firefox"], channel: "moz-firefox" };
const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/e2e",
  fullyParallel: true,
  forbidOnly: true,
  // A machine under load can fail a test that has found nothing; one that passes at the second
  // attempt is named in the count.
  retries: 1,
  // Three on two cores: a test waits a fifth of its time for what it has set off.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { executablePath: process.env.CHROMIUM, args: [...chromiumFlags] },
    trace: "on-first-retry",
    locale: "en-US",
  },
  projects: [
    { name: "preact", testIgnore: "firefox/**" },
    // What the runtime itself does: the start from the page's own HTML, code that comes later,
    // events, fields, focus and dialogs. Services, rules and texts are the same code on both.
    { name: "react", testIgnore: "firefox/**", grep: /@runtime/ },
    // What another engine may do otherwise: a few tests of their own, on Preact.
    {
      name: "firefox",
      testMatch: FIREFOX_TESTS,
      timeout: FIREFOX_TIMEOUT,
      grepInvert: /@dark/,
      use: { ...firefox, launchOptions: { executablePath } },
    },
    {
      name: "firefox-dark",
      testMatch: FIREFOX_TESTS,
      timeout: FIREFOX_TIMEOUT,
      grep: /@dark/,
      use: {
        ...firefox,
        // Playwright cannot tell a page of a Firefox as it is released which colours one prefers.
        launchOptions: {
          executablePath,
          firefoxUserPrefs: { "layout.css.prefers-color-scheme.content-override": 0 },
        },
      },
    },
  ],
});
