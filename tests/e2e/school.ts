import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import {
  type RunningSchool,
  type Runtime,
  startSchool,
} from "../../scripts/school/start-school.ts";
import { FIXTURE } from "../server/support/fixture-folder.ts";
import { addStudent } from "./add-student.ts";
import { copySchool } from "./prepared-school.ts";
import { startProfile } from "./start-profile.ts";

export interface Account {
  username: string;
  password: string;
  firstName: string;
}

/** The demo school's administrator, for whom every lesson is open. */
export const admin: Account = {
  username: "admin",
  password: "demo-admin",
  firstName: "Miriam",
};

/** The demo school's student, whose course PMS has expired. */
export const dana: Account = { username: "student", password: "demo-student", firstName: "Dana" };

/** A phone of the smallest common size, held upright. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Firefox is tested with the build that ships. */
export const runtimeOf = (project: string): Runtime => (project === "react" ? "react" : "preact");

/** Before a screenshot in Firefox Playwright adds a style, which the policy refuses. */
const OF_PLAYWRIGHT = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=";

interface OwnSchool {
  /** Address of the school, such as `http://127.0.0.1:40123`. */
  school: string;
  /** A student with an account made for this test, and PMB and SWB to study. */
  student: Account;
  /** A page on another machine. */
  elsewhere: Page;
  /** Fails the test on any console error. */
  quietConsole: { watch: (context: BrowserContext) => void };
}

interface WorkersSchool {
  running: RunningSchool;
}

/** Runs a command of the school's administrator. */
export const runCommand = (dataDir: string, words: string[], input: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["src/server/cli.ts", ...words], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ["pipe", "ignore", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`"${words.join(" ")}" ended with ${code}.`)),
    );
    child.stdin.end(input);
  });

/**
 * Tests against the demo school's server with a data folder of its own. Tests in one worker share it,
 * each with its own student.
 *
 * A worker ends where the next test has other fixtures of a worker, and starts its browser and school anew. So
 * all tests have these: what only some need belongs to the test.
 */
export const test = base.extend<OwnSchool, WorkersSchool>({
  // It gives the frames of other sites their storage. In the projects of Firefox that is a preference.
  browser: [
    async ({ playwright, browserName, launchOptions, channel, headless }, use) => {
      if (browserName !== "chromium") {
        const options = { ...launchOptions, channel, headless };
        const browser = await playwright[browserName].launch(options);
        await use(browser);
        await browser.close();
        return;
      }
      const folder = mkdtempSync(path.join(tmpdir(), "profile-"));
      const of = { playwright, browserName, launchOptions, channel, headless };
      const profile = await startProfile(of, folder, "given");
      const browser = profile.browser();
      if (!browser) throw new Error("The browser has no further contexts");
      await use(browser);
      await profile.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use, { project }) => {
      const dataDir = copySchool();
      const school = await startSchool({ runtime: runtimeOf(project.name), dataDir });
      await use(school);
      await school.stop({ keepData: false });
    },
    { scope: "worker" },
  ],
  school: async ({ running }, use) => use(running.url),
  baseURL: async ({ school }, use) => use(school),
  student: async ({ running }, use) => use(await addStudent(running.dataDir, ["PMB", "SWB"])),
  elsewhere: async ({ browser, quietConsole }, use) => {
    const context = await browser.newContext();
    quietConsole.watch(context);
    await use(await context.newPage());
    await context.close();
  },
  quietConsole: [
    async ({ context }, use) => {
      const errors: string[] = [];
      const watch = (watched: BrowserContext) => {
        const note = (error: string) => {
          if (!error.includes(OF_PLAYWRIGHT)) errors.push(error);
        };
        watched.on("weberror", (error) => note(error.error().message));
        watched.on("console", (message) => {
          // Some tests provoke a refused call, which the browser always logs. React logs errors
          // that an error boundary has caught, such as a chunk that did not load.
          const expected = /^(Failed to load resource|ChunkLoadError)/.test(message.text());
          if (message.type() === "error" && !expected) note(message.text());
        });
      };
      watch(context);
      await use({ watch });
      expect(errors, "what the console called an error").toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Tests in a small school, each in one of its own.
 * @param write changes the author's folder before it is imported
 */
export const inSmallSchool = (write: (folder: string) => Promise<void> = async () => {}) =>
  test.extend({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    school: async ({}, use, { project }) => {
      const folder = mkdtempSync(path.join(tmpdir(), "author-"));
      cpSync(FIXTURE, folder, { recursive: true });
      await write(folder);
      const school = await startSchool({ runtime: runtimeOf(project.name), folder });
      await use(school.url);
      await school.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
