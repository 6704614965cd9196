import { test as base, expect } from "playwright/test";
import { type Runtime, startSchool } from "../../scripts/school/start-school.ts";

interface OwnSchool {
  /** Address of the school, such as `http://127.0.0.1:40123`. */
  school: string;
  /** Fails the test for whatever the browser's console called an error. */
  quietConsole: undefined;
}

interface WorkersSchool {
  workerSchool: string;
  freshSchool: boolean;
}

/**
 * Tests against the demo school's own server with an empty data folder. Tests in one worker share
 * it; `test.use({ freshSchool: true })` gives a file's tests one each, for what changes progress.
 */
export const test = base.extend<OwnSchool, WorkersSchool>({
  freshSchool: [false, { option: true, scope: "worker" }],
  workerSchool: [
    async ({ freshSchool }, use, { project }) => {
      if (freshSchool) return use("");
      const school = await startSchool({ runtime: project.name as Runtime });
      await use(school.url);
      await school.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  school: [
    async ({ freshSchool, workerSchool }, use, { project }) => {
      if (!freshSchool) return use(workerSchool);
      const school = await startSchool({ runtime: project.name as Runtime });
      await use(school.url);
      await school.stop();
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ school }, use) => use(school),
  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        // A refused call is part of some stories, and the browser always notes it.
        const refused = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !refused) errors.push(message.text());
      });
      await use(undefined);
      expect(errors, "what the console called an error").toEqual([]);
    },
    { auto: true },
  ],
});
