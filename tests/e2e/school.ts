import { spawn } from "node:child_process";
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import {
  type RunningSchool,
  type Runtime,
  startSchool,
} from "../../scripts/school/start-school.ts";
import { addStudent } from "./add-student.ts";
import { copySchool } from "./prepared-school.ts";

/** Somebody with an account at the school. */
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

/** Firefox is tested with the build that ships. */
export const runtimeOf = (project: string): Runtime => (project === "react" ? "react" : "preact");

/** Before a screenshot in Firefox Playwright adds a style, which the policy refuses. */
const OF_PLAYWRIGHT = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=";

interface OwnSchool {
  /** Address of the school, such as `http://127.0.0.1:40123`. */
  school: string;
  /** Runs a command of the school's administrator: `school user password NAME`. */
  command: (words: string[], input?: string) => Promise<void>;
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
 */
export const test = base.extend<OwnSchool, WorkersSchool>({
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
  command: async ({ running }, use) =>
    use((words, input = "") => runCommand(running.dataDir, words, input)),
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
