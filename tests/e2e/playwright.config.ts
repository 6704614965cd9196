import { defineConfig, devices } from "playwright/test";
import { firefoxPreferences, testFlags } from "../../scripts/browser/browser-settings.ts";
import { isAll } from "../../scripts/test/round.ts";
import { browserParts } from "../support/limits.ts";

const FIREFOX_TESTS = [
  "firefox/**/*.test.ts",
  ...["drawings.test.ts", "framed-days.test.ts", "lesson-html.test.ts", "pattern-story.test.ts"],
  ...["round-desk.test.ts", "round-phone.test.ts"],
];

/** A released Firefox, without Playwright's changes, with these preferences. */
const inFirefox = (firefoxUserPrefs: Record<string, string | number | boolean>) => ({
  testMatch: FIREFOX_TESTS,
  // It takes longer to start than most of its tests: one is light, and one dark with private windows.
  workers: 1,
  // A run deletes what lies there, and the tests in Chromium may be running.
  outputDir: "../../test-results/firefox",
  use: {
    ...devices["Desktop Firefox"],
    channel: "moz-firefox",
    launchOptions: {
      executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
      firefoxUserPrefs,
    },
  },
});

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
  ...browserParts(),
  outputDir: "../../test-results/e2e",
  globalSetup: "./prepared-school.ts",
  // Three workers on two cores: a test waits for much of its time, and other parts run beside.
  workers: 3,
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
      grepInvert: /@chromium|@dark|@private/,
      ...inFirefox({ ...FIREFOX_MICROPHONE, ...firefoxPreferences("given") }),
    },
    {
      name: "firefox-private",
      grep: /@dark|@private/,
      ...inFirefox({
        // Playwright cannot set the preferred colour scheme in a released Firefox.
        "layout.css.prefers-color-scheme.content-override": 0,
        "browser.privatebrowsing.autostart": true,
        ...firefoxPreferences("refused"),
      }),
    },
  ],
});
