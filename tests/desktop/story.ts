import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "playwright/test";
import type { DesktopBuildName } from "../../scripts/build/builds.ts";
import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import { issueSerialNumber } from "../../src/server/db/serial-numbers.ts";
import { addStudent } from "../e2e/add-student.ts";
import type { Account } from "../e2e/school.ts";
import { signInForm, submitSignIn } from "../e2e/steps.ts";
import { test as base, type DesktopOptions } from "./desktop.ts";
import { type Line, openLine } from "./line.ts";
import { activate, openThisComputer, quit, stateFileOf, synced, wizard } from "./steps.ts";

/** The state of a machine at the beginning of a test. */
type Prepared = "activated" | "synced";

interface StoryFixtures {
  /** An account made for this test, with PMB and SWB to study. */
  student: Account;
  /**
   * Fills the test's data folder as on a machine with the app activated, or with the lessons stored
   * as well.
   * @returns the options to open the app with
   */
  machine: (build: DesktopBuildName, prepared: Prepared) => Promise<DesktopOptions>;
  /** The school's own tables. */
  tables: Database;
  /** Issues a serial number. */
  issueSerial: (seats?: number) => Promise<string>;
  /** The line to the school, restored after the test. */
  line: Line;
}

interface StoryWorker {
  workerLine: Line;
  /** Data folders of prepared machines. */
  templates: Map<string, string>;
}

/** A closed window leaves nothing behind that could block another. */
const copy = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith("instance.lock") });

/** Tests that need an activated app with lessons on the machine, prepared once for each worker. */
export const test = base.extend<StoryFixtures, StoryWorker>({
  workerLine: [
    async ({ running }, use) => {
      const line = await openLine(running.url);
      await use(line);
      await line.end();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  templates: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const templates = new Map<string, string>();
      await use(templates);
      for (const folder of templates.values()) rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  line: async ({ workerLine }, use) => {
    await use(workerLine);
    await workerLine.restore();
  },
  tables: async ({ running }, use) => {
    const database = await openDatabase(running.dataDir, null);
    await use(database);
    await database.close();
  },
  issueSerial: async ({ tables }, use) =>
    use((seats = 2) =>
      tables.write((db) =>
        issueSerialNumber(db, { name: "A class", seats, courses: null }, Date.now()),
      ),
    ),
  student: async ({ running }, use) => use(await addStudent(running.dataDir, ["PMB", "SWB"])),
  machine: async (
    { openDesktop, dataHome, templates, issueSerial, line, running },
    use,
    testInfo,
  ) => {
    const prepare = async (build: DesktopBuildName, prepared: Prepared): Promise<void> => {
      testInfo.setTimeout(testInfo.timeout + 60_000);
      const options = { build, school: line.url, dataHome };
      const app = await openDesktop(options);
      const { page } = app;
      if (prepared === "activated") {
        await expect(wizard(page)).toBeVisible();
        await activate(page, await issueSerial());
      } else {
        const first = await addStudent(running.dataDir, ["PMB", "SWB"]);
        await submitSignIn(page, first);
        await expect(signInForm(page)).toHaveCount(0);
        await openThisComputer(page);
        await synced(page);
        await page.getByRole("button", { name: /^Hello/ }).press("ArrowDown");
        await page.getByRole("menuitem", { name: "Logout" }).click();
        await expect(signInForm(page)).toBeVisible();
      }
      await expect.poll(() => stateFileOf(app.dataFolder, "licence.v1")).not.toBeNull();
      await quit(app);
    };
    await use(async (build, prepared) => {
      const steps: Prepared[] = prepared === "synced" ? ["activated", "synced"] : ["activated"];
      for (const each of steps) {
        const name = `${build} ${each}`;
        const known = templates.get(name);
        if (known && existsSync(known)) {
          copy(known, dataHome);
          continue;
        }
        await prepare(build, each);
        const template = mkdtempSync(path.join(tmpdir(), "learning-space-template-"));
        copy(dataHome, template);
        templates.set(name, template);
      }
      return { build, school: line.url, dataHome };
    });
  },
});
