import { defineConfig, devices } from "playwright/test";
import { firefoxPreferences, testFlags } from "../../scripts/browser/browser-settings.ts";
import { isAll } from "../../scripts/test/round.ts";
import { testLimitMs, waitLimitMs } from "../support/limits.ts";

const FIREFOX_TESTS = [
  "firefox/**/*.test.ts",
  ...["drawings.test.ts", "framed-days.test.ts", "round-desk.test.ts", "round-phone.test.ts"],
];

/** A released Firefox, without Playwright's changes. */
const firefox = { ...devices["Desktop Firefox"], channel: "moz-firefox" };
/** It takes longer to start than most of its tests: one is light, and one dark with private windows. */
const FIREFOXES = 1;
/** A run deletes what lies there, and the tests in Chromium may be running. */
const FIREFOX_OUTPUT = "../../test-results/firefox";
const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** What is in no run of these projects: Firefox's own tests, and in the first round the files of the second. */
const testIgnore = ["firefox/**", ...(isAll() ? [] : ["**/*.all.test.ts"])];

/** A microphone that beeps, and a person who allows it. */
const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** The same in Firefox. */
const FIREFOX_MICROPHONE = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
};

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/e2e",
  globalSetup: "./prepared-school.ts",
  fullyParallel: true,
  forbidOnly: true,
  // A test can fail on a loaded machine without a defect; one that passes at the second attempt is
  // named in the count.
  retries: 1,
  // Three workers on two cores: a test waits for much of its time, and other parts run beside.
  workers: 3,
  timeout: testLimitMs(),
  expect: { timeout: waitLimitMs() },
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { executablePath: process.env.CHROMIUM, args: [...testFlags, ...MICROPHONE] },
    trace: "on-first-retry",
    locale: "en-US",
    // The tests of the worker allow it. In the others each answer comes from the school.
    serviceWorkers: "block",
  },
  projects: [
    // Moves nothing, which saves a tenth of the time; the two others run with all transitions.
    {
      name: "preact",
      testIgnore,
      use: { contextOptions: { reducedMotion: "reduce" } },
    },
    // The runtime's own part: hydration of the page's HTML, lazy code, events, fields, focus and
    // dialogs. Services, rules and texts are the same code on both.
    { name: "react", testIgnore, grep: /@runtime/ },
    // Tests of differences between engines, on Preact.
    {
      name: "firefox",
      testMatch: FIREFOX_TESTS,
      workers: FIREFOXES,
      outputDir: FIREFOX_OUTPUT,
      grepInvert: /@chromium|@dark|@private/,
      use: {
        ...firefox,
        launchOptions: {
          executablePath,
          firefoxUserPrefs: { ...FIREFOX_MICROPHONE, ...firefoxPreferences("given") },
        },
      },
    },
    {
      name: "firefox-private",
      testMatch: FIREFOX_TESTS,
      workers: FIREFOXES,
      outputDir: FIREFOX_OUTPUT,
      grep: /@dark|@private/,
      use: {
        ...firefox,
        launchOptions: {
          executablePath,
          firefoxUserPrefs: {
            // Playwright cannot set the preferred colour scheme in a released Firefox.
            "layout.css.prefers-color-scheme.content-override": 0,
            "browser.privatebrowsing.autostart": true,
            ...firefoxPreferences("refused"),
          },
        },
      },
    },
  ],
});
